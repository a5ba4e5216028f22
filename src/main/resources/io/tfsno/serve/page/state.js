// What the page shows, in its address: a link brings another reader to the same view.

const DEFAULTS = {
  e: '', a: '', b: '', n: '', p: 'fast', i: 'random', s: '1', m: '', r: '', d: '', f: '', t: '', c: '', w: '',
};

export function readState() {
  const given = new URLSearchParams(location.hash.slice(1));
  const state = { ...DEFAULTS };
  for (const key of Object.keys(DEFAULTS)) if (given.has(key)) state[key] = given.get(key);
  return state;
}

export function writeState(state) {
  const kept = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) {
    if (value !== undefined && String(value) !== DEFAULTS[key]) kept.set(key, value);
  }
  history.replaceState(null, '', `#${kept}`);
}

/** Small whole numbers as text that an address can hold. */
export function pack(values) {
  let bytes = '';
  for (const v of values) bytes += String.fromCharCode(v & 255);
  return btoa(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

export function unpack(text, size) {
  try {
    const bytes = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
    return bytes.length === size ? Int8Array.from(bytes, (c) => (c.charCodeAt(0) << 24) >> 24) : null;
  } catch {
    return null;
  }
}
