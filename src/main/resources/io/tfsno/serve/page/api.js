// The HTTP API as functions. Errors carry the sentence that the service gave.

const KEY = 'tfsno-token';
let token = sessionStorage.getItem(KEY) || '';

export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export function useToken(text) {
  token = text;
  sessionStorage.setItem(KEY, text);
}

async function call(path, options = {}) {
  const headers = { ...(options.headers || {}) };
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(path, { ...options, headers });
  } catch (e) {
    if (e.name === 'AbortError') throw e;
    throw new ApiError(0, 'The service does not respond. Is it still running?');
  }
  if (!answer.ok) {
    let message = `The service answered ${answer.status}.`;
    try {
      message = (await answer.json()).error || message;
    } catch {
      // not one of our own answers
    }
    throw new ApiError(answer.status, message);
  }
  return answer;
}

export const get = async (path) => (await call(path)).json();

function post(path, body, accept, signal) {
  return call(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: accept },
    body: JSON.stringify(body),
    signal,
  });
}

/** A state on the model's grid, and how it compares with the training states: null where not known. */
async function state(answer) {
  const { frames, range } = await answer.json();
  return { values: Float32Array.from(frames[0].values), range };
}

/** The initial state that a request means. */
export async function initial(model, spec, given) {
  return state(await post('api/initial', { model, initial: spec, ...given }, 'application/json'));
}

/** The same, moved to where the training states of the model lie. */
export async function fitted(model, spec, given) {
  return state(await post('api/fitted', { model, initial: spec, ...given }, 'application/json'));
}

/** The initial state in a NumPy file. */
export async function upload(model, file) {
  return state(await call(`api/initial?model=${encodeURIComponent(model)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-npy', Accept: 'application/json' },
    body: file,
  }));
}

/** The drawing of a model's network, an SVG file. */
export async function network(model) {
  return (await call(`api/network?model=${encodeURIComponent(model)}`)).blob();
}

/** A trajectory as a file. */
export async function download(path, body, type) {
  return (await post(path, body, type)).blob();
}

/** Calls onHead once and onFrame for every state as it comes. */
export async function stream(path, body, { onHead, onFrame, signal }) {
  const answer = await post(path, body, 'application/x-tfsno-frames', signal);
  const reader = answer.body.getReader();
  const text = new TextDecoder();
  let bytes = new Uint8Array(0);
  let head = null;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new ApiError(0, 'The stream was interrupted. Run it again.');
    const joined = new Uint8Array(bytes.length + value.length);
    joined.set(bytes);
    joined.set(value, bytes.length);
    bytes = joined;
    let at = 0;
    while (bytes.length - at >= 8) {
      const view = new DataView(bytes.buffer, at);
      const textBytes = view.getUint32(0, true);
      const size = 8 + textBytes + view.getUint32(4, true);
      if (bytes.length - at < size) break;
      const record = JSON.parse(text.decode(bytes.subarray(at + 8, at + 8 + textBytes)));
      if (record.end) return;
      if (record.error) throw new ApiError(422, record.error);
      if (!head) {
        head = record;
        onHead(record);
      } else {
        record.values = new Float32Array(bytes.slice(at + 8 + textBytes, at + size).buffer);
        onFrame(record);
      }
      at += size;
    }
    bytes = bytes.slice(at);
  }
}
