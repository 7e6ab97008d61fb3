import { type ComponentType, type SyntheticEvent, useState } from 'react';
import { usePageLanguage } from '../search-box/page-language';
import type { DescriptionFormProps } from './description-form';
import { OPENER } from './opener-words';

type Form = ComponentType<DescriptionFormProps> | 'closed' | 'loading' | 'failed';

/** A second way to search: a description in one's own words. Its form is loaded when it is opened. */
export function Describe(props: Omit<DescriptionFormProps, 'language'>) {
  const [Form, setForm] = useState<Form>('closed');
  const language = usePageLanguage();
  const words = OPENER[language];
  const isLoaded = typeof Form === 'function';

  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    if (!currentTarget.open || isLoaded || Form === 'loading') {
      return;
    }
    setForm('loading');
    import('./description-form').then(
      (module) => setForm(() => module.default),
      () => setForm('failed'),
    );
  };

  return (
    <details className="describe" onToggle={onToggle}>
      <summary className="describe__summary">{words.title}</summary>
      <div className="describe__body">
        {isLoaded ? (
          <Form {...props} language={language} />
        ) : (
          <p role="status">{Form === 'failed' ? words.failed : Form === 'loading' && words.loading}</p>
        )}
      </div>
    </details>
  );
}
