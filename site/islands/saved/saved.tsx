import { useEffect, useState } from 'react';
import { isCancelled } from '../backend/backend-error';
import { lookUp } from '../look-up';
import { Loading } from '../parts/loading';
import { useHydrated } from '../use-hydrated';
import { Comparison } from './comparison';
import { isStudy, type Lookup } from './lookup';
import { savedStudies, setStudySaved } from './saved-studies';
import { SavedStudy } from './saved-study';

/** The maximum number of compared studies. */
const MAX_COMPARED = 3;

/** The studies saved on this device, with up to three of them side by side. */
export function Saved() {
  return useHydrated() ? <SavedStudies /> : <Loading />;
}

function SavedStudies() {
  const [ids, setIds] = useState(savedStudies);
  const [chosen, setChosen] = useState(() => ids.slice(0, MAX_COMPARED));
  const [studies, setStudies] = useState<Record<string, Lookup>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: removing a study needs no new lookup
  useEffect(() => {
    const calls = new AbortController();
    const store = (id: string, lookup: Lookup) => setStudies((others) => ({ ...others, [id]: lookup }));
    for (const id of ids) {
      lookUp(id, calls.signal).then(
        (study) => store(id, study ?? 'missing'),
        (error: unknown) => isCancelled(error) || store(id, 'failed'),
      );
    }
    return () => calls.abort();
  }, []);

  const remove = (id: string) => {
    setStudySaved(id, false);
    setIds(ids.filter((other) => other !== id));
    setChosen(chosen.filter((other) => other !== id));
    document.getElementById('main')?.focus();
  };
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
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
              canBeChosen={chosen.includes(id) || chosen.length < MAX_COMPARED}
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
