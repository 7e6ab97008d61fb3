import type { Dispatch } from 'react';
import type { ConsentBox } from '../wire/ConsentBox';
import type { StudyPage } from '../wire/StudyPage';
import type { FormRules } from './form-rules';
import type { RegisterOption } from './register-options';
import type { SignUpAction } from './sign-up-reducer';
import type { SignUpState } from './sign-up-state';
import type { SiteChoice } from './site-choice-field';

/** The privacy notice that a participant accepts. */
export type PrivacyNotice = {
  title: string;
  sections: { heading: string; paragraphs: string[] }[];
  version: string;
  href: string;
};

/** The props of the sign-up page. Without a study, the page's address names it. */
export type EnrollProps = {
  study?: StudyPage;
  countries: string[];
  default_country: string;
  /** Countries without a site from which people may sign up. */
  countries_with_notices?: string[];
  consent: { boxes: ConsentBox[]; notice: PrivacyNotice };
  races: string[];
  /** Validation rules, shared with the server. */
  rules: FormRules;
  /** The ways to register that are offered. */
  register_options: RegisterOption[];
  /** The ids of the questions that the survey on the study's page answers. */
  survey_questions?: string[];
  /** The study for signing up to Waypoint in general: its page shows neither a study nor a site. */
  default_study?: string;
};

/** The props for a study that accepts sign-ups. */
export type SignUpProps = EnrollProps & { study: StudyPage; studyNumber: string };

/** The state of the sign-up, the study, and its site. */
export type StepProps = SignUpProps & {
  state: SignUpState;
  dispatch: Dispatch<SignUpAction>;
  /** The chosen site, and the sites to choose from. */
  choice: SiteChoice;
  /** The key of a site from the address. Stored with the draft, for a visit without it in the address. */
  siteToKeep: string | null;
  /** Checks whether cookies work, and returns the result. */
  onCookieCheck: () => Promise<boolean>;
};
