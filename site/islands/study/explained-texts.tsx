import type { ReactNode } from 'react';
import type { ExplainedTerm } from '../wire/ExplainedTerm';
import type { PagePart } from '../wire/PagePart';

/** The texts of a part of a study's page. Each term that the server found is a link to the glossary. */
export function explainedTexts(terms: ExplainedTerm[], part: PagePart, texts: string[]): ReactNode[] {
  return explainedLists(terms, part, [texts])[0] ?? [];
}

/** Like `explainedTexts`, for texts that the page shows in several lists. */
export function explainedLists(terms: ExplainedTerm[], part: PagePart, lists: string[][]): ReactNode[][] {
  const ofPart = terms.filter((term) => term.part === part);
  let next = 0;
  return lists.map((texts) =>
    texts.map((text) => {
      const index = next;
      next += 1;
      return withLinks(
        text,
        ofPart.filter((term) => term.text === index),
      );
    }),
  );
}

function withLinks(text: string, terms: ExplainedTerm[]): ReactNode {
  const last = terms.at(-1);
  if (!last) {
    return text;
  }
  const parts = terms.flatMap(({ start, end, term }, index) => [
    text.slice(terms[index - 1]?.end ?? 0, start),
    <a className="term" href={`/glossary#${term}`} key={start}>
      {text.slice(start, end)}
    </a>,
  ]);
  return [...parts, text.slice(last.end)];
}
