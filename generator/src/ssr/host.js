// Globals that islands expect and the bare JavaScript engine lacks.

// Errors that islands log are collected, and make the build fail.
globalThis.complaints = [];
const ignore = () => {};
globalThis.console = {
  log: ignore,
  info: ignore,
  debug: ignore,
  warn: ignore,
  error: (...words) => globalThis.complaints.push(words.map(String).join(' ')),
};

// Encodes a query like browsers do: also the characters that encodeURIComponent skips, and spaces as '+'.
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
