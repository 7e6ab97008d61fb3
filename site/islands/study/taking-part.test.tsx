import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { partnerStudy } from '../../tests/support/samples';
import { NOT_STATED_YET } from '../messages/study';
import type { StudyPage } from '../wire/StudyPage';
import { Study } from './study';

function show(changes: Partial<StudyPage> = {}) {
  render(<Study page={partnerStudy(changes)} />);
}

describe('the facts of a partner study', () => {
  it('include the most important ones, and no cost that no one stated', () => {
    show();
    const terms = [...document.querySelectorAll('.key-facts dt')].map((term) => term.textContent);
    const facts = [...document.querySelectorAll('.key-facts dd')].map((fact) => fact.textContent);
    expect(terms).toEqual(['Who Can Join', 'How Long', 'Visits', 'Placebo', 'Where']);
    expect(facts).toEqual(['18 years and older', '12 weeks', '16', 'Half of the people', '3 sites']);
    expect(document.body.textContent).not.toMatch(/free/i);
  });

  it('say that a key fact is not stated', () => {
    show({ fact_summary: { length: null, visits: null, placebo: null } });
    const facts = [...document.querySelectorAll('.key-facts dd')].map((fact) => fact.textContent);
    expect(facts.slice(1, 4)).toEqual(['Not stated', 'Not stated', 'Not stated']);
  });

  it('answer what patients ask in their order, and say what is not stated yet', () => {
    show();
    const section = within(screen.getByRole('region', { name: 'What Taking Part Involves' }));
    const questions = section.getAllByRole('term').map((term) => term.textContent);
    const answers = section.getAllByRole('definition').map((answer) => answer.textContent);
    expect(questions).toEqual([
      'What are the risks and side effects?',
      'Which treatment will I get?',
      'What will it cost me?',
    ]);
    expect(answers).toEqual([
      'The gel may irritate the skin.',
      'Half of the people get the gel.The other half get a placebo.',
      NOT_STATED_YET,
    ]);
  });

  it('have no section if there are none', () => {
    show({ facts: [] });
    expect(screen.queryByRole('region', { name: 'What Taking Part Involves' })).toBeNull();
  });
});
