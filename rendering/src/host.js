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

const fromQuery = (text) => {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
};

const pairsIn = (query) =>
  query
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name, ...rest] = pair.split('=');
      return [fromQuery(name), fromQuery(rest.join('='))];
    });

globalThis.URLSearchParams = class URLSearchParams {
  #pairs;

  constructor(values = {}) {
    if (typeof values === 'string') {
      this.#pairs = pairsIn(values);
    } else {
      const pairs = Symbol.iterator in values ? [...values] : Object.entries(values);
      this.#pairs = pairs.map((pair) => pair.map(String));
    }
  }

  get(name) {
    return this.#pairs.find((pair) => pair[0] === name)?.[1] ?? null;
  }

  has(name) {
    return this.get(name) !== null;
  }

  set(name, value) {
    const first = this.#pairs.find((pair) => pair[0] === name);
    if (first) {
      first[1] = String(value);
      this.#pairs = this.#pairs.filter((pair) => pair === first || pair[0] !== name);
    } else {
      this.append(name, value);
    }
  }

  append(name, value) {
    this.#pairs.push([name, String(value)]);
  }

  delete(name) {
    this.#pairs = this.#pairs.filter((pair) => pair[0] !== name);
  }

  keys() {
    return this.#pairs.map((pair) => pair[0]).values();
  }

  [Symbol.iterator]() {
    return this.#pairs.map((pair) => [...pair]).values();
  }

  entries() {
    return this[Symbol.iterator]();
  }

  toString() {
    return this.#pairs.map((pair) => pair.map(inQuery).join('=')).join('&');
  }
};
