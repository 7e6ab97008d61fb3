import { lastSearch } from '../search-memory';
import type { SignUpForm } from '../wire/SignUpForm';
import type { SiteView } from '../wire/SiteView';
import type { StudyPage } from '../wire/StudyPage';
import { ageOf, type FormRules, isAsked } from './form-rules';
import { dateOfBirth, type FormValues } from './form-values';
import { timeZone } from './time-zone';

/** The contents of a sign-up. */
export type SignUpParts = {
  values: FormValues;
  study: StudyPage;
  studyNumber: string;
  site: SiteView | null;
  consents: string[];
  captcha: string | null;
  /** The number of documents that the page showed. */
  documents: number;
  rules: FormRules;
};

/** Values that a sign-up contains in another form, or only for a representative. */
const SENT_OTHERWISE = /^(date_of_birth|representative|signing_up)_/;
type SentValues = Omit<FormValues, 'signing_up_for' | `${'date_of_birth' | 'representative'}_${string}`>;

/** Builds the body of the sign-up call. */
export function signUpFormOf({
  values,
  study,
  studyNumber,
  site,
  consents,
  captcha,
  documents,
  rules,
}: SignUpParts): SignUpForm {
  const fields = Object.entries(values).filter(([name]) => !SENT_OTHERWISE.test(name));
  const ifAsked = (field: 'current_gender' | 'smoking_status') =>
    isAsked(rules, field, ageOf(values)) ? values[field] : '';
  return {
    ...(Object.fromEntries(fields) as SentValues),
    recaptcha_response: captcha ?? '',
    current_gender: ifAsked('current_gender'),
    date_of_birth: dateOfBirth(values),
    race: values.race.join(','),
    study: study.title,
    time_zone: timeZone(),
    nct_number: study.nct_number ?? '',
    smoking_status: ifAsked('smoking_status'),
    other_information: JSON.stringify({ ...lastSearch(), page: pageBeforeSignUp() }),
    study_number: studyNumber,
    site: site?.key ?? '',
    consents,
    has_document: documents > 0,
    document_count: documents,
    ...representativeOf(values),
  };
}

/** The representative's fields; empty for people who sign up themselves. */
function representativeOf(values: FormValues): Partial<SignUpForm> {
  if (values.signing_up_for !== 'someone_else') {
    return {};
  }
  const { representative_relationship: relationship } = values;
  return {
    signing_up_for: 'someone_else',
    representative_name: values.representative_name,
    representative_relationship: relationship,
    ...(relationship === 'other' && {
      representative_relationship_other: values.representative_relationship_other,
    }),
  };
}

/** The path of the page where the header's sign-up link was followed, if it was recorded. */
function pageBeforeSignUp(): string {
  try {
    return localStorage.getItem('currentPage') ?? '';
  } catch {
    return '';
  }
}
