import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { DeleteMe } from './deleteme/deleteme';
import { Enroll } from './enroll/enroll';
import type { EnrollProps } from './enroll/enroll-props';
import { MedicalRecords } from './medical-records/medical-records';
import { Results } from './results/results';
import { Saved } from './saved/saved';
import { SearchBox, type SearchBoxProps } from './search-box/search-box';
import { Study, type StudyProps } from './study/study';
import { Upload } from './upload/upload';

const islands: Record<string, (props: unknown) => ReactNode> = {
  'search-box': (props) => <SearchBox {...(props as SearchBoxProps)} />,
  results: () => <Results />,
  saved: () => <Saved />,
  study: (props) => <Study {...(props as StudyProps)} />,
  deleteme: () => <DeleteMe />,
  upload: () => <Upload />,
  'medical-records': () => <MedicalRecords />,
  enroll: (props) => <Enroll {...(props as EnrollProps)} />,
};

/** Renders an island from its props as JSON. Every id in the markup begins with the prefix. */
export function render(island: string, props: string, prefix: string): string {
  const renderIsland = islands[island];
  if (!renderIsland) {
    throw new Error(`There is no island '${island}'; there are ${Object.keys(islands).join(', ')}`);
  }
  return renderToString(renderIsland(JSON.parse(props)), { identifierPrefix: prefix });
}
