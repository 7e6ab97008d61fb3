import type { Contact } from "./Contact";
import type { EligibilityCriteria } from "./EligibilityCriteria";
import type { Partner } from "./Partner";
import type { SiteView } from "./SiteView";
import type { StatusBadge } from "./StatusBadge";

/** A study as its page shows it. */
export type StudyPage = { partner: Partner, id: string, study_number: string | null, study_sys_id: string | null, nct_number: string | null, title: string, official_title: string | null, summary: string, description: Array<string>, status: StatusBadge, phase: string | null, conditions: Array<string>, gender: string, ages: string, study_type: string | null, sponsor: string | null, duration: string | null, criteria: EligibilityCriteria, sites: Array<SiteView>, contacts: Array<Contact>, sign_up: string | null, embedded_link: string | null, show_patient_id: boolean, last_updated: string | null, };
