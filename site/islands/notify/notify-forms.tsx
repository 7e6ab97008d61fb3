import { lazy, useState } from 'react';
import { SEND_MY_DETAILS } from '../messages/introduction';
import NotifyForm, { type NotifyFormProps } from './notify-form';

const IntroductionForm = lazy(() => import('../introduction/introduction-form'));

/** The news to offer, and the address of the study's contact, if the page offers to send details to it. */
export type NotifyFormsProps = NotifyFormProps & { contact?: string | undefined };

/**
 * The form that subscribes to news, and a button that replaces it with the form for the study's contact. Only one is in the
 * page at a time, because their fields have the same ids.
 */
export default function NotifyForms({ contact, ...news }: NotifyFormsProps) {
  const [isIntroducing, setIntroducing] = useState(false);
  const { subject } = news;
  const study = contact && 'study' in subject && subject.study;
  return (
    <>
      {study && isIntroducing ? <IntroductionForm study={study} to={contact} /> : <NotifyForm {...news} />}
      {study && (
        <p>
          <button
            className="button button--quiet"
            type="button"
            onClick={() => setIntroducing(!isIntroducing)}
          >
            {isIntroducing ? 'Get news by email' : SEND_MY_DETAILS}
          </button>
        </p>
      )}
    </>
  );
}
