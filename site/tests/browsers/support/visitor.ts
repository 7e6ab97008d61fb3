import type { Driver } from './driver';

/** How long to wait for something to appear, in milliseconds. */
const TIMEOUT = 30_000;
const POLL_INTERVAL = 100;

/** The kinds of elements that a visitor can name. */
export type Thing = 'link' | 'button' | 'field' | 'heading' | 'option';

/** Identifies a screen by its address and its headings. */
const SCREEN = `location.pathname + Array.from(
  (document.querySelector('dialog[open]') || document).querySelectorAll('h1, h2, legend'))
  .filter((heading) => heading.getBoundingClientRect().height > 0)
  .map((heading) => heading.textContent.trim()).join('|')`;

/** A name, optionally with the name of the group around it. */
export type Name = string | { name: string; group: string };

/**
 * Runs in the page: finds the first visible element of a kind whose name equals, begins with, or contains a text. Fields
 * and options are named by their label.
 */
const FIND = `
  const [kind, name, group] = [arguments[0], arguments[1].name || arguments[1], arguments[1].group];
  const KINDS = {
    link: 'a[href]',
    button: 'button, summary, input[type="submit"]',
    field: 'input:not([type="radio"]):not([type="checkbox"]), select, textarea',
    option: 'input[type="radio"], input[type="checkbox"]',
    heading: 'h1, h2, h3, legend',
  };
  const plain = (text) => (text || '').replace(/\\s+/g, ' ').trim();
  const isVisible = (thing) => {
    const box = thing.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(thing).visibility === 'visible';
  };
  const nameOf = (thing) =>
    plain(thing.getAttribute('aria-label') ||
      (thing.labels && thing.labels.length > 0 ? thing.labels[0].textContent : thing.textContent));
  const open = document.querySelector('dialog[open]');
  const isInGroup = (thing) => {
    const legend = thing.closest('fieldset') && thing.closest('fieldset').querySelector('legend');
    return !group || plain(legend && legend.textContent).startsWith(group);
  };
  const all = Array.from((open || document).querySelectorAll(KINDS[kind])).filter(isVisible).filter(isInGroup);
  const found =
    all.find((thing) => nameOf(thing) === name) ||
    all.find((thing) => nameOf(thing).startsWith(name)) ||
    all.find((thing) => nameOf(thing).toLowerCase().includes(name.toLowerCase()));
`;

/** A visitor in a browser. */
export class Visitor {
  constructor(
    readonly driver: Driver,
    private readonly site: string,
  ) {}

  /** Opens an address of the site. */
  async open(path: string): Promise<void> {
    await this.driver.open(this.site + path);
  }

  /** The current path and query. */
  async address(): Promise<string> {
    return this.driver.run<string>('return location.pathname + location.search');
  }

  /** Waits until a script returns true. `what` describes it in the error. */
  async until(what: string, script: string, ...values: unknown[]): Promise<void> {
    await this.untilTrue(what, async () => (await this.driver.run(script, ...values)) === true);
  }

  /** The same for a check with several scripts. */
  async untilTrue(what: string, check: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + TIMEOUT;
    // During navigation, scripts fail.
    while (!(await check().catch(() => false))) {
      if (Date.now() > end) {
        const place = `${await this.address()}\n${await this.outline()}`;
        throw new Error(`${what}: not within ${TIMEOUT} ms at ${place}`);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
    }
  }

  async untilAddress(start: string): Promise<void> {
    await this.until(`the address ${start}`, 'return location.pathname.startsWith(arguments[0])', start);
  }

  async untilText(text: string): Promise<void> {
    await this.until(`the text "${text}"`, 'return document.body.innerText.includes(arguments[0])', text);
  }

  /** Waits until an island is hydrated. */
  async untilAlive(island: string): Promise<void> {
    const script = 'return Boolean(document.querySelector(arguments[0]))';
    await this.until(`the island ${island} alive`, script, `[data-island="${island}"][data-alive]`);
  }

  async sees(kind: Thing, name: Name): Promise<boolean> {
    return this.driver.run<boolean>(`${FIND} return Boolean(found);`, kind, name);
  }

  async untilSees(kind: Thing, name: Name): Promise<void> {
    await this.until(`the ${kind} ${quoted(name)}`, `${FIND} return Boolean(found);`, kind, name);
  }

  /** Clicks in the middle of an element or of its label, which must not be covered. */
  async click(kind: Thing, name: Name): Promise<void> {
    await this.untilSees(kind, name);
    const findPoint = `${FIND}
      found.scrollIntoView({ block: 'center', behavior: 'instant' });
      const box = found.getBoundingClientRect();
      const place = { x: box.left + Math.min(box.width / 2, 40), y: box.top + box.height / 2 };
      const hit = document.elementFromPoint(place.x, place.y);
      const isHit = hit && (found.contains(hit) || hit.contains(found) || hit.closest('label') === found.closest('label'));
      return isHit ? place : null;`;
    await this.until(
      `the ${kind} ${quoted(name)} within reach`,
      `${findPoint.replace('isHit ? place : null', 'Boolean(isHit)')}`,
      kind,
      name,
    );
    const place = await this.driver.run<{ x: number; y: number } | null>(findPoint, kind, name);
    if (!place) {
      throw new Error(`the ${kind} ${quoted(name)} is covered`);
    }
    await this.driver.click(place.x, place.y);
  }

  /** Types into an empty field, or selects an option. */
  async fill(label: string, text: string): Promise<void> {
    await this.untilSees('field', label);
    const isList = await this.driver.run<boolean>(
      `${FIND} return found.tagName === 'SELECT';`,
      'field',
      label,
    );
    if (isList) {
      const choose = `${FIND}
        const option = Array.from(found.options).find((each) => plain(each.textContent) === arguments[2]);
        found.focus();
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(found, option.value);
        found.dispatchEvent(new Event('change', { bubbles: true }));
        return true;`;
      await this.driver.run<boolean>(choose, 'field', label, text);
      return;
    }
    await this.driver.run(
      `${FIND} found.focus(); found.select && found.select(); return true;`,
      'field',
      label,
    );
    await this.driver.type(text);
    const script = `${FIND} return found.value !== '';`;
    await this.until(`text in the field "${label}"`, script, 'field', label);
  }

  /** Where the focus is, relative to an element. */
  protected async placeOfFocus(kind: Thing, name: Name): Promise<'there' | 'in its group' | 'elsewhere'> {
    return this.driver.run(
      `${FIND}
      const focused = document.activeElement;
      if (focused === found) { return 'there'; }
      const isRadio = (part) => part instanceof HTMLInputElement && part.type === 'radio';
      const isGroup = isRadio(found) && isRadio(focused) && focused.name === found.name;
      return isGroup ? 'in its group' : 'elsewhere';`,
      kind,
      name,
    );
  }

  /** Whether a field is visible and empty. */
  async isEmpty(label: string): Promise<boolean> {
    return this.driver.run<boolean>(`${FIND} return Boolean(found) && !found.value;`, 'field', label);
  }

  /** Whether an option is visible and not selected. */
  async isUnchosen(label: Name): Promise<boolean> {
    return this.driver.run<boolean>(`${FIND} return Boolean(found) && !found.checked;`, 'option', label);
  }

  /** Identifies the current screen. */
  async screen(): Promise<string> {
    return this.driver.run<string>(`return ${SCREEN}`);
  }

  /** Waits for another screen. */
  async untilAfter(screen: string): Promise<void> {
    await this.until('another screen', `return ${SCREEN} !== arguments[0]`, screen);
  }

  /** The visible text of the page. */
  async text(): Promise<string> {
    return this.driver.run<string>('return document.body.innerText');
  }

  /** A summary of the page, for error messages. */
  async outline(): Promise<string> {
    return this.driver.run<string>(
      `return Array.from((document.querySelector('dialog[open]') || document).querySelectorAll(
        'h1, h2, legend, label, button, [role="alert"], .field__error, .loading'))
        .filter((part) => part.getBoundingClientRect().height > 0)
        .map((part) => part.tagName.toLowerCase() + ': ' + part.textContent.trim().slice(0, 90)).join('\\n')`,
    );
  }

  /** How much wider the page is than the window, in pixels. */
  async overflow(): Promise<number> {
    return this.driver.run<number>('return document.documentElement.scrollWidth - innerWidth');
  }
}

function quoted(name: Name): string {
  return typeof name === 'string' ? `"${name}"` : `"${name.name}" of "${name.group}"`;
}
