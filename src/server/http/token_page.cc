#include "server/http/token_page.h"

#include "server/text.h"

namespace stepline::server {
namespace {

constexpr std::string_view kHints =
    "<div class=\"hints\"><p>The address that <code>stepline serve</code> "
    "printed when it was started does the same: it ends with "
    "<code>?token=…</code>. The browser remembers the token from then on.</p>"
    "<p>The token changes when the server is started again, unless it was "
    "given with <code>--token</code>.</p></div>";

constexpr std::string_view kLogo =
    "<svg viewBox=\"0 0 20 20\" width=\"20\" height=\"20\" "
    "aria-hidden=\"true\"><rect width=\"20\" height=\"20\" rx=\"5\"/>"
    "<path d=\"M4 5.5h4v4.7h4.2v4.3H16\"/></svg>";

std::string head_of(std::string_view title, std::string_view next) {
  std::string head =
      "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\"><title>" +
      html_escaped(title) + "</title>";
  if (!next.empty()) {
    head +=
        "<meta http-equiv=\"refresh\" content=\"0; url=" + html_escaped(next) +
        "\">";
  }
  return head;
}

Response html(unsigned status, std::string body) {
  Response response;
  response.status = status;
  response.content_type = "text/html; charset=utf-8";
  response.body = std::move(body);
  return response;
}

std::string form_of(std::string_view wrong) {
  std::string form = "<form method=\"get\">";
  if (!wrong.empty()) {
    form += "<p class=\"wrong\" role=\"alert\" id=\"wrong\">" +
            html_escaped(wrong) + "</p>";
  }
  form +=
      "<label for=\"token\">Token</label><div>"
      "<input id=\"token\" name=\"token\" type=\"password\" required autofocus "
      "autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\"";
  if (!wrong.empty())
    form += " aria-invalid=\"true\" aria-describedby=\"wrong\"";
  return form + "><button>Open</button></div></form>";
}

}  // namespace

Response token_page(const TokenPage& asked) {
  const std::string_view title = asked.title.empty() ? "Stepline" : asked.title;
  std::string body = head_of(title, asked.next);
  body += "<link rel=\"stylesheet\" href=\"" + html_escaped(asked.prefix);
  body += kTokenStyle;
  body += "\"></head><body><main><header>";
  body += kLogo;
  body += html_escaped(title) +
          "</header><h1>This dashboard wants a token</h1>" +
          form_of(asked.wrong);
  body += kHints;
  Response response = html(401, body + "</main></body></html>\n");
  response.has_form = true;
  return response;
}

Response leading_page(std::string_view next) {
  return html(200, head_of("Stepline", next) +
                       "</head><body><p>One moment…</p></body></html>\n");
}

}  // namespace stepline::server
