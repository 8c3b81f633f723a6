/** How the page asks: the one `fetch` in it. Addresses are relative to the
 * page's own, so that any --path-prefix works. */

export class ApiError extends Error {
  constructor(
    readonly status: number, // 0: the server did not answer.
    message: string,
  ) {
    super(message);
  }
}

export type Value = string | number | boolean | undefined;
export type Parameters = Record<string, Value | readonly Value[]>;

/** Longer selections go as the body of a POST. */
const kLongestAddress = 2000;

export function query(parameters: Parameters): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) search.append(name, String(one));
    }
  }
  return search.toString();
}

export function address(route: string, parameters: Parameters = {}): string {
  const text = query(parameters);
  return `api/${route}${text === '' ? '' : `?${text}`}`;
}

async function failure(response: Response): Promise<ApiError> {
  let message = `${response.status} ${response.statusText}`;
  try {
    const body: unknown = await response.json();
    const error = (body as { error?: unknown }).error;
    if (typeof error === 'string') message = error;
  } catch {
    // No JSON: the status has to do.
  }
  return new ApiError(response.status, message);
}

async function send(
  route: string,
  parameters: Parameters,
  signal?: AbortSignal,
  longest = kLongestAddress,
): Promise<Response> {
  const text = query(parameters);
  const long = text.length > longest;
  const init: RequestInit = { credentials: 'same-origin' };
  if (signal !== undefined) init.signal = signal;
  if (long) {
    init.method = 'POST';
    init.body = text;
    init.headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  }
  let response: Response;
  try {
    response = await fetch(long ? `api/${route}` : address(route, parameters), init);
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ApiError(0, 'the server does not answer');
  }
  if (!response.ok) throw await failure(response);
  return response;
}

export async function getJson(route: string, parameters: Parameters, signal?: AbortSignal): Promise<unknown> {
  return (await send(route, parameters, signal)).json();
}

/** With a body, however short. */
export async function postJson(route: string, parameters: Parameters, signal?: AbortSignal): Promise<unknown> {
  return (await send(route, parameters, signal, -1)).json();
}

export async function getBuffer(
  route: string,
  parameters: Parameters,
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  return (await send(route, parameters, signal)).arrayBuffer();
}

/** Whether `error` only says that nobody wants the answer any more. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
