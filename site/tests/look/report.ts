import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** The pictures of a difference, in the order in which one looks at them. */
const PICTURES = ['expected', 'actual', 'diff'];

/** Tells which pages look different, each with the paths of its pictures. */
export default class LookReport implements Reporter {
  private right = 0;
  private readonly wrong: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus) {
      this.right += 1;
    } else {
      this.wrong.push([titleOf(test), ...picturesOf(result), reasonOf(result)].join('\n    '));
    }
  }

  onEnd(result: FullResult): void {
    const lines = this.wrong.map((page) => `\n${page}\n`);
    say(`${lines.join('')}\nLook: ${this.right} as before, ${this.wrong.length} not (${result.status})\n`);
  }

  onError({ message }: { message?: string }): void {
    say(`${message}\n`);
  }
}

function titleOf(test: TestCase): string {
  return test.titlePath().filter(Boolean).join(' › ');
}

function picturesOf({ attachments }: TestResult): string[] {
  return PICTURES.flatMap((kind) => {
    const path = attachments.find(({ name }) => name.endsWith(`-${kind}.png`))?.path;
    return path ? [`${kind}: ${path}`] : [];
  });
}

/** The first lines of what was said, without colors. */
function reasonOf({ errors }: TestResult): string {
  const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
  const text = errors.map(({ message }) => message?.replace(ESCAPES, '').trim()).join('\n');
  return text.split('\n').filter(Boolean).slice(0, 6).join('\n    ');
}

function say(text: string): void {
  process.stdout.write(text);
}
