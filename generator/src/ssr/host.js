// What islands expect of their surroundings and the bare engine lacks.

// What islands report as an error is kept: they do so for a reason.
globalThis.complaints = [];
const ignore = () => {};
globalThis.console = {
  log: ignore,
  info: ignore,
  debug: ignore,
  warn: ignore,
  error: (...words) => globalThis.complaints.push(words.map(String).join(' ')),
};

// Writes a query as browsers do: what encodeURIComponent leaves alone and they do not, and spaces as '+'.
const inQuery = (text) =>
  encodeURIComponent(String(text).toWellFormed())
    .replace(/[!'()~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%20/g, '+');

globalThis.URLSearchParams = class URLSearchParams {
  #pairs;

  constructor(values = {}) {
    this.#pairs = Array.isArray(values) ? values : Object.entries(values);
  }

  toString() {
    return this.#pairs.map((pair) => pair.map(inQuery).join('=')).join('&');
  }
};
