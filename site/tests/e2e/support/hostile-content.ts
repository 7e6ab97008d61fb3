import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MARKDOWN, PAYLOADS } from './payloads';

/** Keys of the content whose values are texts for readers. */
const TEXTS = new Set(
  [
    'title description author category publisher label figure feedback patientName text name condition partner value',
    'when what question option city state study_name brief_title official_title brief_summary site_name',
    'street_address pin_code postal_code study_phase duration vendor conditions lines lead role also_called',
    'testimonials_note risks gets procedures at_home paid_for schedule results treatment_after measures size',
  ]
    .join(' ')
    .split(' '),
);
/** Texts with several lines. */
const LONG_TEXTS = /^(eligibility|detailed_description|answer) = """\n/gm;
/** Keys of a registry record whose values or items are texts. */
const RECORD_TEXTS = new Set([
  'briefTitle',
  'officialTitle',
  'briefSummary',
  'detailedDescription',
  'conditions',
  'keywords',
  'eligibilityCriteria',
  'facility',
  'city',
  'state',
  'name',
]);

/** Copies a content folder and inserts a payload into every text. */
export function writeHostileContent(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  let count = 0;
  const next = () => PAYLOADS[count++ % PAYLOADS.length] ?? '';
  for (const path of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    const file = join(to, path);
    if (statSync(file).isFile() && /\.(toml|md)$/.test(path)) {
      writeFileSync(file, hostileFile(path, readFileSync(file, 'utf8'), next));
    }
  }
}

function hostileFile(path: string, text: string, next: () => string): string {
  if (path.endsWith('.toml')) {
    return hostileToml(path, text, next);
  }
  const [, front = '', body = ''] = text.split(/^\+\+\+$/m);
  return `+++${hostileToml(path, front, next)}+++${body}${MARKDOWN}`;
}

/** A key with a list or a quoted text. Other values stay unchanged. */
const VALUE = /(\w+) = (\[(?:\s*"(?:[^"\\]|\\.)*",?)+\s*\]|"(?!"")(?:[^"\\]|\\.)*")/g;

function hostileToml(path: string, text: string, next: () => string): string {
  // In a survey, `when` names a question. In a study, `answer` is true or false.
  // The texts of a brand may appear anywhere, so the build rejects harmful ones.
  const isText = (key: string) =>
    (TEXTS.has(key) && !(key === 'when' && path.startsWith('surveys')) && !path.startsWith('brands')) ||
    (key === 'answer' && path.startsWith('faqs'));
  const inValue = (key: string) => (_: string, value: string) => {
    const payload = JSON.stringify(next()).slice(1, -1);
    return key === 'description' ? `"${payload}"` : `"${value} ${payload}"`;
  };
  return (
    text
      .replace(VALUE, (match, key: string, value: string) =>
        isText(key) ? `${key} = ${value.replace(/"((?:[^"\\]|\\.)*)"/g, inValue(key))}` : match,
      )
      // A partner's page in a frame is the only thing that a page would load from another site.
      .replace(/^(embedded_link|frame) = .*\n/m, '')
      // The vendors to alert are named as their studies name them, which is another text now.
      .replace(/^\[\[response\.vendors\]\]\n(?:.+\n?)+/gm, '')
      .replace(LONG_TEXTS, (start) => `${start}${JSON.stringify(next()).slice(1, -1)}\n`)
      .replace(/^countries = \[/m, 'countries = [\n  "<IMG SRC=X ONERROR=WINDOW.__XSS=1>",')
  );
}

/** Copies a registry file and inserts a payload into every text of every record. */
export function writeHostileRegistry(from: string, to: string): void {
  let count = 0;
  const hostile = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') {
      count += RECORD_TEXTS.has(key) ? 1 : 0;
      return RECORD_TEXTS.has(key) ? `${value} ${PAYLOADS[count % PAYLOADS.length]}` : value;
    }
    if (Array.isArray(value)) {
      return value.map((item) => hostile(item, key));
    }
    if (value && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hostile(inner, name)]));
    }
    return value;
  };
  writeFileSync(to, JSON.stringify(hostile(JSON.parse(readFileSync(from, 'utf8')), '')));
}

/** Writes the hostile content and registry into a folder. */
export function writeHostileSite(root: string, folder: string): { content: string; registry: string } {
  mkdirSync(folder, { recursive: true });
  const [content, registry] = [join(folder, 'content'), join(folder, 'registry.json')];
  writeHostileContent(join(root, 'content'), content);
  writeHostileRegistry(join(root, 'infra/local/sample/registry.json'), registry);
  return { content, registry };
}
