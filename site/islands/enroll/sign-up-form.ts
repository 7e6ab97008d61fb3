import { pageBeforeSignUp } from '../page-before-sign-up';
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
  const ifAsked = (field: 'current_gender' | 'smoking_status') =>
    isAsked(rules, field, ageOf(values)) ? values[field] : '';
  return {
    recaptcha_response: captcha ?? '',
    preferred_name: values.preferred_name,
    last_name: values.last_name,
    gender: values.gender,
    current_gender: ifAsked('current_gender'),
    date_of_birth: dateOfBirth(values),
    email: values.email,
    phone_number: values.phone_number,
    race: values.race.join(','),
    study: study.title,
    language: values.language,
    country: values.country,
    city: values.city,
    zip_code_or_city: values.zip_code_or_city,
    state_territory: values.state_territory,
    time_zone: timeZone(),
    patient_id: values.patient_id,
    nct_number: study.nct_number ?? '',
    current_medications: values.current_medications,
    health_condition: values.health_condition,
    relevant_family_history: values.relevant_family_history,
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
