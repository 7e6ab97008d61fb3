import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { DeleteMe } from './deleteme/deleteme';
import { Enroll } from './enroll/enroll';
import type { EnrollProps } from './enroll/enroll-props';
import { MedicalRecords } from './medical-records/medical-records';
import { Results, type ResultsProps } from './results/results';
import { Saved } from './saved/saved';
import { SearchBox, type SearchBoxProps } from './search-box/search-box';
import { Study, type StudyProps } from './study/study';
import { Upload } from './upload/upload';
import { AddressOfServer, type FilledAddress } from './use-address';

const islands: Record<string, (props: unknown) => ReactNode> = {
  'search-box': (props) => <SearchBox {...(props as SearchBoxProps)} />,
  results: (props) => <Results {...(props as ResultsProps)} />,
  saved: () => <Saved />,
  study: (props) => <Study {...(props as StudyProps)} />,
  deleteme: () => <DeleteMe />,
  upload: () => <Upload />,
  'medical-records': () => <MedicalRecords />,
  enroll: (props) => <Enroll {...(props as EnrollProps)} />,
};

/** Renders an island from its props as JSON. Every id in the markup begins with the prefix. */
export function render(name: string, props: string, prefix: string): string {
  const renderIsland = islands[name];
  if (!renderIsland) {
    throw new Error(`There is no island '${name}'; there are ${Object.keys(islands).join(', ')}`);
  }
  const values: { address?: FilledAddress } = JSON.parse(props);
  const island = <AddressOfServer value={values.address ?? null}>{renderIsland(values)}</AddressOfServer>;
  return renderToString(island, { identifierPrefix: prefix });
}
