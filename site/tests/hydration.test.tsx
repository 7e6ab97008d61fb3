import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeleteMe } from '../islands/deleteme/deleteme';
import { Enroll } from '../islands/enroll/enroll';
import type { EnrollProps } from '../islands/enroll/enroll-props';
import { render } from '../islands/entry-server';
import { MedicalRecords } from '../islands/medical-records/medical-records';
import { Results, type ResultsProps } from '../islands/results/results';
import { Saved } from '../islands/saved/saved';
import { SearchBox, type SearchBoxProps } from '../islands/search-box/search-box';
import { Study, type StudyProps } from '../islands/study/study';
import { Upload } from '../islands/upload/upload';
import { AddressOfServer } from '../islands/use-address';
import { fakeBackend } from './support/fake-backend';
import { COUNTRIES, enrollProps, ISLAND_SAMPLES } from './support/samples';

const ISLANDS: Record<string, (props: never) => ReactNode> = {
  'search-box': (props: SearchBoxProps) => <SearchBox {...props} />,
  results: (props: ResultsProps) => <Results {...props} />,
  saved: () => <Saved />,
  study: (props: StudyProps) => <Study {...props} />,
  deleteme: () => <DeleteMe />,
  upload: () => <Upload />,
  'medical-records': () => <MedicalRecords />,
  enroll: (props: EnrollProps) => <Enroll {...props} />,
};

let root: Root | null = null;

beforeEach(() => {
  fakeBackend({ '/backend/questiongroup': () => ({ result: [] }) });
});

afterEach(async () => {
  await act(async () => root?.unmount());
});

/** Renders an island as the server does, calls `before`, and hydrates it as the browser does. */
async function hydrateIsland(
  island: string,
  props: unknown,
  before: (drawn: HTMLElement) => void = () => {},
) {
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = render(island, JSON.stringify(props), `${island}-`);
  before(container);
  const draw = ISLANDS[island] as (props: unknown) => ReactNode;
  const values = JSON.parse(JSON.stringify(props));
  const drawn = <AddressOfServer value={values.address ?? null}>{draw(values)}</AddressOfServer>;
  await act(async () => {
    root = hydrateRoot(container, drawn, { identifierPrefix: `${island}-` });
  });
  return container;
}

describe.each(ISLAND_SAMPLES)('$name', ({ island, props }) => {
  it('hydrates without an error in React’s development build', async () => {
    history.replaceState(null, '', '/results?q=asthma&in=USA');
    const complaint = vi.spyOn(console, 'error');
    await hydrateIsland(island, props);
    expect(complaint.mock.calls).toEqual([]);
  });
});

describe('input from before the search box is hydrated', () => {
  const props: SearchBoxProps = {
    condition: '',
    country: 'UNITED STATES',
    countries: COUNTRIES,
    action: '/results',
    folds: false,
  };

  it('typed text stays in the same input', async () => {
    let drawn: HTMLInputElement | null = null;
    const container = await hydrateIsland('search-box', props, (before) => {
      drawn = before.querySelector('input[name="q"]');
      (drawn as HTMLInputElement).value = 'asth';
    });
    const input = container.querySelector<HTMLInputElement>('input[name="q"]');
    expect(input).toBe(drawn);
    expect(input?.value).toBe('asth');
  });

  it('a chosen country stays', async () => {
    const container = await hydrateIsland('search-box', props, (before) => {
      (before.querySelector('select') as HTMLSelectElement).value = 'CANADA';
    });
    expect(container.querySelector('select')?.value).toBe('CANADA');
  });
});

it('a different id in the server’s markup is reported', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
  await hydrateIsland('enroll', enrollProps(), (drawn) => {
    (drawn.querySelector('.enrolling') as HTMLElement).id = 'another';
  });
  expect(complaint).toHaveBeenCalled();
});
