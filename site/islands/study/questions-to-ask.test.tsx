import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { partnerStudy, registryStudy } from '../../tests/support/samples';
import { Study } from './study';

it('lists the questions to ask about a registry study in their order', () => {
  render(<Study page={registryStudy()} />);
  const section = screen.getByRole('region', { name: 'Questions to Ask About This Study' });
  const questions = within(section).getAllByRole('listitem');
  expect(questions.map((question) => question.textContent)).toEqual(registryStudy().questions);
});

it('lists the questions to ask about a partner study', () => {
  render(<Study page={partnerStudy({ questions: ['What will it cost me?'] })} />);
  const section = screen.getByRole('region', { name: 'Questions to Ask About This Study' });
  expect(section.textContent).toContain('What will it cost me?');
});

it('has no section for a study without questions', () => {
  render(<Study page={registryStudy({ questions: [] })} />);
  expect(screen.queryByText(/Questions to Ask/)).toBeNull();
});
