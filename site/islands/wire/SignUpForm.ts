import type { Answer } from "./Answer";

/** Every field of the sign-up call. A field that is not known is refused. */
export type SignUpForm = { recaptcha_response: string, preferred_name: string, last_name: string, gender: string, current_gender?: string, date_of_birth: string, email: string, phone_number: string, race: string, study?: string, language: string, country: string, city?: string, zip_code_or_city: string, state_territory?: string, time_zone?: string, domain?: string, patient_id?: string, nct_number?: string, current_medications?: string, health_condition: string, relevant_family_history?: string, smoking_status: string, guest_id?: string, other_information?: string, prescreening_qa?: Array<Answer>, sys_domain?: string, study_number: string, consents?: Array<string>, };
