import { useEffect, useState } from 'react';
import { isCancelled } from '../backend/backend-error';
import { lookUp } from '../look-up';
import { Loading } from '../parts/loading';
import { keepStudy, savedStudies } from '../saved-studies';
import { useAwake } from '../use-awake';
import { Comparison } from './comparison';
import { isStudy, type Lookup } from './lookup';
import { SavedStudy } from './saved-study';

/** The most studies that stand side by side. */
const MOST_COMPARED = 3;

/** The studies that were saved on this device, and up to three of them side by side. */
export function Saved() {
  return useAwake() ? <SavedStudies /> : <Loading />;
}

function SavedStudies() {
  const [ids, setIds] = useState(savedStudies);
  const [chosen, choose] = useState(() => ids.slice(0, MOST_COMPARED));
  const [studies, setStudies] = useState<Record<string, Lookup>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is removed need not be asked for again
  useEffect(() => {
    const calls = new AbortController();
    const found = (id: string, lookup: Lookup) => setStudies((known) => ({ ...known, [id]: lookup }));
    for (const id of ids) {
      lookUp(id, calls.signal).then(
        (study) => found(id, study ?? 'missing'),
        (error: unknown) => isCancelled(error) || found(id, 'failed'),
      );
    }
    return () => calls.abort();
  }, []);

  const remove = (id: string) => {
    keepStudy(id, false);
    setIds(ids.filter((other) => other !== id));
    choose(chosen.filter((other) => other !== id));
    document.getElementById('main')?.focus();
  };
  const toggle = (id: string) =>
    choose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const compared = chosen.map((id) => studies[id]).filter(isStudy);

  if (ids.length === 0) {
    return (
      <div className="note">
        <p className="note__title">No Saved Studies Yet</p>
        <p>
          Open a study and choose Save This Study. It is then kept here, on this device alone.{' '}
          <a href="/">Find trials</a>
        </p>
      </div>
    );
  }
  return (
    <>
      <p>They are kept on this device alone, by their numbers. Choose up to three to compare them.</p>
      <ul className="cards saved__list">
        {ids.map((id) => (
          <li key={id}>
            <SavedStudy
              id={id}
              lookup={studies[id] ?? 'loading'}
              isChosen={chosen.includes(id)}
              canBeChosen={chosen.includes(id) || chosen.length < MOST_COMPARED}
              onToggle={() => toggle(id)}
              onRemove={() => remove(id)}
            />
          </li>
        ))}
      </ul>
      {compared.length > 1 && <Comparison studies={compared} />}
    </>
  );
}
