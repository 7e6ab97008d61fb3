import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { partnerStudy } from '../../tests/support/samples';
import { OTHER_CRITERIA } from '../messages/study';
import { Criteria } from './criteria';

it('criteria that the record doesn’t name are mentioned once, below both lists', () => {
  const item = (text: string) => ({ text, level: 0, heading: false });
  const criteria = { inclusion: [item('x')], exclusion: [item('y')], general: [], has_others: true };
  render(<Criteria page={{ ...partnerStudy(), criteria }} />);
  expect(screen.getByText(OTHER_CRITERIA).closest('.card')).toBeNull();
  render(<Criteria page={{ ...partnerStudy(), criteria: { ...criteria, has_others: false } }} />);
  expect(screen.getAllByText(OTHER_CRITERIA)).toHaveLength(1);
});
