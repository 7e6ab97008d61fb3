import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startUp } from './start-up';

const source = readFileSync(join(import.meta.dirname, '../entry.ts'), 'utf8');
const imports = [...source.matchAll(/import \{ ([\w, ]+) \} from '\.(\/[\w/-]+)';/g)].map(
  ([, names = '', path = '']) => ({ names, from: `..${path}` }),
);

/** Errors that the page reports as uncaught, collected here instead of failing the test run. */
let reported: unknown[];

beforeEach(() => {
  reported = [];
  vi.stubGlobal('setTimeout', (thrown: () => void) => {
    try {
      thrown();
    } catch (error) {
      reported.push(error);
    }
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  for (const { from } of imports) {
    vi.doUnmock(from);
  }
});

describe('the start-up steps', () => {
  it('run in order even if one of them throws or rejects', async () => {
    const ran: string[] = [];
    const thrown = new TypeError('URL.canParse is not a function');
    const rejected = new TypeError('navigator.locks is undefined');
    startUp([
      () => ran.push('first'),
      () => {
        throw thrown;
      },
      () => ran.push('second'),
      () => Promise.reject(rejected),
      () => ran.push('third'),
    ]);
    expect(ran).toEqual(['first', 'second', 'third']);
    await vi.waitFor(() => expect(reported).toEqual([thrown, rejected]));
  });
});

describe('the entry script', () => {
  const steps = imports
    .flatMap(({ names, from }) => names.split(', ').map((name) => ({ name, from })))
    .filter(({ name }) => name !== 'startUp' && name !== 'wake');

  it('does nothing outside of its steps', () => {
    const rest = source.replace(/import .*\n/g, '').trim();
    expect(rest).toMatch(/^startUp\(\[[\s\S]*\]\);$/);
    expect(rest.match(/^\S/gm)).toEqual(['s', ']']);
  });

  it('has a step for every function it imports', () => {
    expect(steps.length).toBeGreaterThan(8);
    for (const { name } of steps) {
      expect(source, name).toMatch(new RegExp(`^  .*\\b${name}\\b`, 'm'));
    }
  });

  it.each(steps)('wakes the islands even if $name of $from throws', async ({ name, from }) => {
    vi.resetModules();
    const failure = new TypeError(`${name} needs what this browser lacks`);
    const failing = vi.fn(() => {
      throw failure;
    });
    const mount = vi.fn();
    vi.doMock(from, async (original) => ({ ...(await original<object>()), [name]: failing }));
    vi.doMock('../study/mount', () => ({ mount }));
    vi.doMock('../enroll/mount', () => ({ mount }));
    document.body.innerHTML = '<div data-island="study"></div><div data-island="enroll"></div>';
    history.replaceState(null, '', '/');
    await import('../entry');
    await vi.waitFor(() => expect(mount).toHaveBeenCalledTimes(2));
    expect(failing).toHaveBeenCalled();
  });

  it('wakes the other islands even if one of them throws when it is mounted', async () => {
    vi.resetModules();
    const failure = new TypeError('mount needs what this browser lacks');
    const mount = vi.fn();
    vi.doMock('../study/mount', () => ({
      mount: () => {
        throw failure;
      },
    }));
    vi.doMock('../enroll/mount', () => ({ mount }));
    document.body.innerHTML = '<div data-island="study"></div><div data-island="enroll"></div>';
    await import('../entry');
    await vi.waitFor(() => expect(mount).toHaveBeenCalledOnce());
    expect(document.querySelector('[data-island="study"] [role="alert"]')).not.toBeNull();
    await vi.waitFor(() => expect(reported).toEqual([failure]));
  });
});
