// docs/openapi.json against the API itself: its paths are those that are
// answered, its examples are answered as it says, and wrong values of its
// parameters are refused.

#include "server/api/openapi.h"

#include <limits>
#include <set>

#include "server/api/routes.h"
#include "server/api_fixture.h"
#include "server/values_log.h"

namespace stepline::server {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Answered by the transport.
const std::set<std::string> kElsewhere{"/healthz", "/metrics"};

// Wants a ticket, which has no example.
const std::string kTickets = "/api/download";

class Description {
 public:
  Description() : all_(JsonValue::parse(openapi())) {}

  const std::map<std::string, JsonValue>& paths() const {
    return all_["paths"].members();
  }
  // "#/components/schemas/Run" is followed.
  const JsonValue& resolve(const JsonValue& value) const {
    if (!value.has("$ref")) return value;
    const JsonValue* at = &all_;
    std::string path = value["$ref"].string().substr(2);
    while (!path.empty()) {
      const std::size_t slash = path.find('/');
      at = &(*at)[path.substr(0, slash)];
      path = slash == std::string::npos ? "" : path.substr(slash + 1);
    }
    return *at;
  }

  // What is wrong with a value; empty: nothing.
  std::string check(const JsonValue& value, const JsonValue& described,
                    const std::string& where) const {
    const JsonValue& schema = resolve(described);
    if (schema.has("type") && !is_one_of(value, schema["type"])) {
      return where + " is " + value.text() + ", want " + schema["type"].text();
    }
    if (schema.has("enum")) {
      bool found = false;
      for (const JsonValue& one : schema["enum"].elements()) {
        found = found || one.text() == value.text();
      }
      if (!found) return where + " is " + value.text() + ", not in the enum";
    }
    if (value.type() == 'a' && schema.has("items")) {
      for (std::size_t i = 0; i < value.size(); ++i) {
        const std::string wrong = check(value[i], schema["items"],
                                        where + "[" + std::to_string(i) + "]");
        if (!wrong.empty()) return wrong;
      }
    }
    if (value.type() != 'o' || !schema.has("properties")) return "";
    for (const JsonValue& name : schema["required"].elements()) {
      if (!value.has(name.string())) {
        return where + " has no " + name.string();
      }
    }
    for (const auto& [name, member] : value.members()) {
      if (!schema["properties"].has(name)) {
        return where + " has a member that is not described: " + name;
      }
      const std::string wrong =
          check(member, schema["properties"][name], where + "." + name);
      if (!wrong.empty()) return wrong;
    }
    return "";
  }

 private:
  static bool is_one_of(const JsonValue& value, const JsonValue& types) {
    if (types.type() == 's') return is(value, types.string());
    return std::ranges::any_of(types.elements(), [&](const JsonValue& type) {
      return is(value, type.string());
    });
  }
  static bool is(const JsonValue& value, const std::string& type) {
    static const std::map<std::string, char> kTypes{
        {"object", 'o'}, {"array", 'a'},   {"string", 's'},
        {"number", 'n'}, {"boolean", 'b'}, {"null", '0'}};
    if (type == "integer") {
      return value.type() == 'n' &&
             value.text().find_first_of(".eE") == std::string::npos;
    }
    return kTypes.at(type) == value.type();
  }

  JsonValue all_;
};

class OpenapiTest : public ApiTest {
 protected:
  OpenapiTest() {
    event::SessionStartInfo session;
    session.hparams = {{"lr", 0.001}, {"name", "x"}, {"flag", true}};
    EventLog log(1000);
    for (int i = 0; i < 300; ++i) {
      log.scalar(
          "loss", i,
          i % 7 == 0 ? std::numeric_limits<float>::quiet_NaN() : float(i));
    }
    log.session_start(200).scalar("loss", 200, 1);
    log.text("note", 1, "words").values(1, {images_value("picture", {kPng})});
    log.values(1, {audio_value("sound", kWav)});
    log.values(1, {histogram_value("weights", {1, 2}, {1, 3})});
    log.values(0,
               {hparams_value(event::kHParamsSessionStartTag, {0, session})});
    write_bytes("a", log.bytes() + std::string(60, 'x') + EventLog().bytes(),
                "events.out.tfevents.1");
    write("b", EventLog(1000).scalar("other", 1, 1));
    load();
  }

  static std::string encoded(const std::string& text) {
    std::string out;
    for (const char c : text) {
      const std::string_view digits = "0123456789ABCDEF";
      out += '%';
      out += digits[static_cast<unsigned char>(c) >> 4];
      out += digits[c & 15];
    }
    return out;
  }
  static std::string text_of(const JsonValue& value) {
    return value.type() == 's' ? value.string() : value.text();
  }

  // The address with every example, but for one parameter, which has another
  // value or, where that is empty, none.
  std::string address(const std::string& path, const JsonValue& operation,
                      const std::string& but = "",
                      const std::string& value = "") const {
    std::string query;
    const auto add = [&](const std::string& name, const std::string& text) {
      query += (query.empty() ? "?" : "&") + name + "=" + encoded(text);
    };
    if (!value.empty()) add(but, value);
    for (const JsonValue* parameter : parameters(operation)) {
      const std::string name = (*parameter)["name"].string();
      if (name == but || !parameter->has("example")) continue;
      const JsonValue& example = (*parameter)["example"];
      if (example.type() != 'a') {
        add(name, text_of(example));
        continue;
      }
      for (const JsonValue& one : example.elements()) add(name, text_of(one));
    }
    return path + query;
  }

  std::vector<const JsonValue*> parameters(const JsonValue& operation) const {
    std::vector<const JsonValue*> all;
    if (!operation.has("parameters")) return all;
    for (const JsonValue& one : operation["parameters"].elements()) {
      all.push_back(&description_.resolve(one));
    }
    return all;
  }

  // Values that a parameter must refuse.
  std::vector<std::string> wrong_values(const JsonValue& parameter) const {
    const JsonValue& outer = description_.resolve(parameter["schema"]);
    const JsonValue& schema =
        outer.has("items") ? description_.resolve(outer["items"]) : outer;
    const std::string type = schema["type"].string();
    std::vector<std::string> wrong;
    if (schema.has("enum")) wrong.push_back("something");
    if (schema.has("pattern")) wrong.push_back("5-");
    if (type == "boolean") wrong.insert(wrong.end(), {"1", "yes"});
    if (type == "integer" || type == "number") {
      wrong.insert(wrong.end(), {"x", "1x", "nan", "--1"});
    }
    if (type == "integer") wrong.insert(wrong.end(), {"-1", "1.5", "1e3"});
    if (schema.has("maximum")) wrong.push_back(schema["maximum"].text() + "0");
    if (schema.has("minimum") && schema["minimum"].text() == "1") {
      wrong.push_back("0");
    }
    return wrong;
  }

  template <class F>
  void for_each_operation(F f) {
    for (const auto& [path, item] : description_.paths()) {
      if (kElsewhere.contains(path) || path == kTickets) continue;
      SCOPED_TRACE(path);
      f(path, item["get"]);
    }
  }

  Description description_;
};

TEST_F(OpenapiTest, HasThePathsThatAreAnswered) {
  std::set<std::string> described;
  for (const auto& [path, item] : description_.paths()) described.insert(path);
  std::set<std::string> answered = kElsewhere;
  for (const Route& route : routes()) answered.emplace(route.path);
  EXPECT_EQ(described, answered);
}

TEST_F(OpenapiTest, IsAnsweredAsItSays) {
  for_each_operation([&](const std::string& path, const JsonValue& operation) {
    const Response response = get(address(path, operation));
    ASSERT_EQ(response.status, 200u) << body(response);
    const JsonValue& content = operation["responses"]["200"]["content"];
    ASSERT_TRUE(content.has(response.content_type)) << response.content_type;
    const JsonValue& described = content[response.content_type];
    const std::string text = body(response);
    if (response.content_type == "application/json") {
      EXPECT_EQ(description_.check(JsonValue::parse(text), described["schema"],
                                   "the answer"),
                "");
    } else if (described.has("x-head")) {
      EXPECT_EQ(description_.check(ColumnReader(text).head(),
                                   described["x-head"], "the head"),
                "");
    }
  });
}

TEST_F(OpenapiTest, NamesParametersThatAreLookedAt) {
  for_each_operation([&](const std::string& path, const JsonValue& operation) {
    for (const JsonValue* parameter : parameters(operation)) {
      const std::string name = (*parameter)["name"].string();
      for (const std::string& value : wrong_values(*parameter)) {
        // The window counts only where it is smoothed with.
        const std::string refused = error(
            name == "window"
                ? path + "?tag=loss&smoothing=mean&window=" + encoded(value)
                : address(path, operation, name, value));
        EXPECT_THAT(refused, StartsWith("400 ")) << name << "=" << value;
        EXPECT_THAT(refused, HasSubstr(name)) << name << "=" << value;
      }
      if (parameter->has("required")) {
        EXPECT_EQ(error(address(path, operation, name)),
                  "400 " + name + " is missing");
      }
    }
  });
}

TEST_F(OpenapiTest, TellsHowADownloadIsAskedForAndFetched) {
  const JsonValue& item = description_.paths().at(kTickets);
  const JsonValue& form = item["post"]["requestBody"]["content"]
                              ["application/x-www-form-urlencoded"]["schema"];
  for (const JsonValue& file : form["properties"]["file"]["enum"].elements()) {
    Request asked = request(kTickets + "?file=" + file.string());
    asked.method = "POST";
    const Response response = api_->answer(asked);
    ASSERT_EQ(response.status, 200u) << body(response);
    const JsonValue answer = JsonValue::parse(body(response));
    EXPECT_EQ(description_.check(answer,
                                 item["post"]["responses"]["200"]["content"]
                                     ["application/json"]["schema"],
                                 "the answer"),
              "");
    EXPECT_EQ(get("/" + answer["path"].string()).status, 200u);
  }
  EXPECT_EQ(error(kTickets), "400 ticket is missing");
}

TEST_F(OpenapiTest, HasASchemaForErrors) {
  const JsonValue answer = JsonValue::parse(body(get("/api/scalars")));
  const JsonValue& response = description_.resolve(
      description_.paths().at("/api/scalars")["get"]["responses"]["400"]);
  EXPECT_EQ(description_.check(
                answer, response["content"]["application/json"]["schema"],
                "the error"),
            "");
}

}  // namespace
}  // namespace stepline::server
