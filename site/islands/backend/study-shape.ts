import * as v from 'valibot';
import type { EligibilityCriteria } from '../wire/EligibilityCriteria';
import type { Partner } from '../wire/Partner';
import type { SiteView } from '../wire/SiteView';
import type { StatusBadge } from '../wire/StatusBadge';
import type { StudyPage } from '../wire/StudyPage';

const textOrNull = v.nullable(v.string());

/** The shape of a status. */
export const statusShape = v.object({
  label: v.string(),
  tone: v.picklist(['open', 'soon', 'closed']),
}) satisfies v.GenericSchema<unknown, StatusBadge>;

const criteriaList = v.array(v.object({ text: v.string(), level: v.number(), heading: v.boolean() }));

const criteriaShape = v.object({
  inclusion: criteriaList,
  exclusion: criteriaList,
  general: criteriaList,
}) satisfies v.GenericSchema<unknown, EligibilityCriteria>;

const siteShape = v.object({
  site_name: v.string(),
  street_address: v.string(),
  city: v.string(),
  state: v.string(),
  country: v.string(),
  pin_code: v.string(),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  status: statusShape,
  takes_sign_ups: v.boolean(),
  central: v.boolean(),
}) satisfies v.GenericSchema<unknown, SiteView>;

/** The shape of a study page. A partner that is not known passes: the page has words for it. */
export const studyShape = v.object({
  partner: v.custom<Partner>((value) => typeof value === 'string'),
  id: v.string(),
  study_number: textOrNull,
  study_sys_id: textOrNull,
  nct_number: textOrNull,
  title: v.string(),
  official_title: textOrNull,
  summary: v.string(),
  description: v.array(v.string()),
  status: statusShape,
  phase: textOrNull,
  conditions: v.array(v.string()),
  gender: v.string(),
  ages: v.string(),
  study_type: textOrNull,
  sponsor: textOrNull,
  duration: textOrNull,
  criteria: criteriaShape,
  sites: v.array(siteShape),
  contacts: v.array(v.object({ role: v.string(), name: v.string(), email: v.string(), phone: v.string() })),
  sign_up: textOrNull,
  embedded_link: textOrNull,
  show_patient_id: v.boolean(),
  last_updated: textOrNull,
}) satisfies v.GenericSchema<unknown, StudyPage>;
