import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** The pictures of a difference, in viewing order. */
const PICTURES = ['expected', 'actual', 'diff'];

/** Reports the pages that look different, with the paths of their pictures. */
export default class LookReport implements Reporter {
  private unchanged = 0;
  private readonly changed: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus) {
      this.unchanged += 1;
    } else {
      this.changed.push([titleOf(test), ...picturesOf(result), reasonOf(result)].join('\n    '));
    }
  }

  onEnd(result: FullResult): void {
    const lines = this.changed.map((page) => `\n${page}\n`);
    write(
      `${lines.join('')}\nLook: ${this.unchanged} as before, ${this.changed.length} not (${result.status})\n`,
    );
  }

  onError({ message }: { message?: string }): void {
    write(`${message}\n`);
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

/** The first lines of the error messages, without colors. */
function reasonOf({ errors }: TestResult): string {
  const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
  const text = errors.map(({ message }) => message?.replace(ESCAPES, '').trim()).join('\n');
  return text.split('\n').filter(Boolean).slice(0, 6).join('\n    ');
}

function write(text: string): void {
  process.stdout.write(text);
}
