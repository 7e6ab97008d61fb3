import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { partnerStudy, registryStudy } from '../../tests/support/samples';
import type { ExplainedTerm } from '../wire/ExplainedTerm';
import { explainedLists, explainedTexts } from './explained-texts';
import { Study } from './study';

const term = (changes: Partial<ExplainedTerm>): ExplainedTerm => ({
  part: 'facts',
  text: 0,
  start: 0,
  end: 7,
  term: 'placebo',
  ...changes,
});

describe('explained texts', () => {
  it('have the same words as before, and a link for each term', () => {
    const texts = ['💊 A placebo or a sham, please', 'None', 'placebo'];
    const terms = [
      term({ start: 5, end: 12 }),
      term({ start: 18, end: 22, term: 'sham-treatment' }),
      term({ text: 2 }),
      term({ part: 'criteria', text: 1, end: 4 }),
    ];
    const { container } = render(<p>{explainedTexts(terms, 'facts', texts)}</p>);
    expect(container.textContent).toBe(texts.join(''));
    const links = screen.getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['placebo', '/glossary#placebo'],
      ['sham', '/glossary#sham-treatment'],
      ['placebo', '/glossary#placebo'],
    ]);
  });

  it('are counted through all lists of a part', () => {
    const [, second] = explainedLists([term({ text: 2 })], 'facts', [['a', 'b'], ['placebo'], []]);
    render(<p>{second}</p>);
    expect(screen.getByRole('link').textContent).toBe('placebo');
  });
});

describe('the page of a study', () => {
  it('explains terms in facts, criteria, summary, questions, description, phase, and type', () => {
    const study = registryStudy({
      summary: 'A placebo.',
      questions: ['Will I get a placebo?'],
      description: ['First.', 'The placebo.'],
      facts: partnerStudy().facts,
      criteria: {
        general: [{ text: 'General', level: 0, heading: false }],
        has_others: false,
        inclusion: [
          { text: 'A heading', level: 0, heading: true },
          { text: 'Outer', level: 0, heading: false },
          { text: 'placebo inside', level: 1, heading: false },
        ],
        exclusion: [{ text: 'placebo', level: 0, heading: false }],
      },
      terms: [
        term({ part: 'summary', start: 2, end: 9 }),
        term({ part: 'questions', start: 13, end: 20 }),
        term({ part: 'description', text: 1, start: 4, end: 11 }),
        term({ part: 'facts', text: 2, start: 21, end: 28 }),
        term({ part: 'criteria', text: 3 }),
        term({ part: 'details', end: 7, term: 'phase-3' }),
        term({ part: 'details', text: 1, end: 14, term: 'interventional-study' }),
      ],
    });
    const { container } = render(<Study page={study} />);
    const links = [...container.querySelectorAll('a.term')];
    expect(links.map((link) => `${link.parentElement?.tagName} ${link.textContent}`)).toEqual([
      'P placebo',
      'DD Interventional',
      'DD Phase 3',
      'P placebo',
      'LI placebo',
      'LI placebo',
      'P placebo',
      'DD Phase 3',
      'DD Interventional',
    ]);
    expect(links.filter((link) => link.textContent === 'placebo')).toHaveLength(5);
    expect(links[4]?.parentElement?.textContent).toBe('placebo inside');
  });
});
