import type { EnrollProps } from '../../islands/enroll/enroll-props';
import type { FormRules } from '../../islands/enroll/form-rules';
import type { SearchAnswer } from '../../islands/wire/SearchAnswer';
import type { SiteView } from '../../islands/wire/SiteView';
import type { StudyPage } from '../../islands/wire/StudyPage';

const RECRUITING = { label: 'Recruiting', tone: 'open' } as const;

/** A site that accepts sign-ups. */
export function site(city: string, changes: Partial<SiteView> = {}): SiteView {
  return {
    key: `${city.toLowerCase()}-clinic`,
    site_name: `${city} Clinic`,
    street_address: '1 Lake Street',
    city,
    state: 'OH',
    country: 'United States',
    pin_code: '44106',
    latitude: null,
    longitude: null,
    status: RECRUITING,
    takes_sign_ups: true,
    study_number: null,
    central: false,
    ...changes,
  };
}

/** A partner study that accepts sign-ups. */
export function partnerStudy(changes: Partial<StudyPage> = {}): StudyPage {
  return {
    partner: 'patientrials',
    id: 'NCT05000001',
    study_number: 'STU02001',
    study_sys_id: 'a'.repeat(32),
    nct_number: 'NCT05000001',
    title: 'A gel for leg ulcers that heal slowly',
    official_title: 'Efficacy of a topical gel in chronic venous insufficiency ulcers',
    summary: 'This study tests whether a gel helps leg ulcers heal faster than standard care alone.',
    description: ['You visit the clinic twice a week at first.', 'Later you come once a week.'],
    status: RECRUITING,
    full_title: null,
    stopped: null,
    phase: 'Phase 3',
    conditions: ['Venous leg ulcer'],
    gender: 'All',
    ages: '18 years and older',
    study_type: null,
    sponsor: null,
    duration: '12 weeks',
    facts: [
      {
        topic: 'risks',
        question: 'What are the risks and side effects?',
        statements: ['The gel may irritate the skin.'],
      },
      {
        topic: 'groups',
        question: 'Which treatment will I get?',
        statements: ['Half of the people get the gel.', 'The other half get a placebo.'],
      },
      { topic: 'costs', question: 'What will it cost me?', statements: [] },
    ],
    fact_summary: { length: '12 weeks', visits: '16', placebo: 'Half of the people' },
    questions: [],
    criteria: {
      inclusion: [
        { text: 'You are 18 years old or older', level: 0, heading: false },
        { text: 'You have had a leg ulcer for at least one month', level: 0, heading: false },
        { text: 'on one leg only', level: 1, heading: false },
        { text: 'For people with diabetes', level: 0, heading: true },
        { text: 'Your blood sugar is well controlled', level: 0, heading: false },
      ],
      exclusion: [{ text: 'Your ulcer is infected', level: 0, heading: false }],
      general: [],
      has_others: false,
    },
    sites: [
      site('Cleveland', { central: true }),
      site('Pittsburgh', { state: 'PA' }),
      site('York', { state: 'PA', takes_sign_ups: false, status: { label: 'Completed', tone: 'closed' } }),
    ],
    contacts: [],
    sign_up: '/enroll/STU02001',
    embedded_link: null,
    embedded_height: null,
    show_patient_id: false,
    last_updated: '2026-03-27',
    terms: [
      { part: 'facts', text: 2, start: 25, end: 32, term: 'placebo' },
      { part: 'details', text: 0, start: 0, end: 7, term: 'phase-3' },
    ],
    ...changes,
  };
}

/** A registry study. */
export function registryStudy(changes: Partial<StudyPage> = {}): StudyPage {
  return partnerStudy({
    partner: 'clinical trials',
    id: 'NCT04611802',
    nct_number: 'NCT04611802',
    study_number: null,
    study_sys_id: null,
    sign_up: null,
    duration: null,
    facts: [],
    fact_summary: { length: null, visits: null, placebo: null },
    questions: ['What will it cost me?', 'Can I get the study treatment later if I get the placebo?'],
    study_type: 'Interventional',
    sponsor: 'A sponsor',
    contacts: [
      {
        role: 'Study coordinator',
        name: 'Ana Sample',
        affiliation: 'Lakeside Clinic',
        emails: [{ shown: 'ana@example.org', address: 'ana@example.org' }],
        phones: [{ shown: '+1 216 555 0100', dial: '+12165550100' }],
      },
    ],
    sites: [
      site('Cleveland', { takes_sign_ups: false }),
      site('Boston', { state: 'MA', takes_sign_ups: false }),
    ],
    ...changes,
  });
}

/** Some countries of the list. */
export const COUNTRIES = ['CANADA', 'UNITED STATES', 'VIETNAM'];

/** Rules of the form. */
export const RULES: FormRules = {
  asked_from_age: [
    { field: 'smoking_status', years: 11 },
    { field: 'current_gender', years: 4 },
  ],
  needs_postal_code: ['CANADA', 'UNITED STATES'],
  age_of_majority: 18,
  later_ages_of_majority: {
    'UNITED STATES': [{ regions: ['Alabama', 'AL'], postal_codes: ['35', '36'], age: 19 }],
  },
};

/** The props of the sign-up. */
export function enrollProps(changes: Partial<EnrollProps> = {}): EnrollProps {
  return {
    study: partnerStudy(),
    countries: COUNTRIES,
    default_country: 'UNITED STATES',
    races: ['Asian', 'White', 'Mixed: Asian and White'],
    register_options: ['manually', 'emr', 'upload'],
    rules: RULES,
    consent: {
      boxes: [
        {
          id: 'privacy',
          label: 'I agree to the privacy policy and the terms',
          required: true,
          starts_ticked: false,
        },
        { id: 'sms', label: 'You may send me text messages', required: false, starts_ticked: false },
      ],
      notice: {
        title: 'Privacy Notice',
        version: '1',
        href: '/privacy',
        sections: [{ heading: 'What we keep', paragraphs: ['We keep what you type in the form.'] }],
      },
    },
    ...changes,
  };
}

/** An island with sample props. */
export type IslandSample = { name: string; island: string; props: unknown };

/** Every island in every view that the generator renders. */
export const ISLAND_SAMPLES: IslandSample[] = [
  {
    name: 'the search box',
    island: 'search-box',
    props: {
      condition: '',
      country: 'UNITED STATES',
      countries: COUNTRIES,
      action: '/results',
      folds: false,
    },
  },
  {
    name: 'the results',
    island: 'results',
    props: {},
  },
  {
    name: 'results that the server filled',
    island: 'results',
    props: {
      address: {
        path: '/results',
        query: [
          ['q', 'asthma'],
          ['in', 'USA'],
        ],
      },
      answer: searchAnswer(),
    },
  },
  {
    name: 'saved studies before the browser has them',
    island: 'saved',
    props: {},
  },
  { name: 'a study shell', island: 'study', props: { id: null } },
  { name: 'a partner study', island: 'study', props: { page: partnerStudy() } },
  {
    name: 'a closed partner study',
    island: 'study',
    props: {
      page: partnerStudy({ sign_up: null, sites: [], status: { label: 'Completed', tone: 'closed' } }),
    },
  },
  { name: 'a registry study', island: 'study', props: { page: registryStudy() } },
  {
    name: 'an embedded study',
    island: 'study',
    props: { page: partnerStudy({ embedded_link: 'https://partner.example/study' }) },
  },
  { name: 'being forgotten', island: 'deleteme', props: {} },
  { name: 'uploading a document', island: 'upload', props: {} },
  { name: 'sharing records', island: 'medical-records', props: {} },
  { name: 'sign-up', island: 'enroll', props: enrollProps() },
  { name: 'a sign-up shell', island: 'enroll', props: { ...enrollProps(), study: undefined } },
];

/** The answer of a search for ulcers with two studies, which are not listed. */
export function searchAnswer(): SearchAnswer {
  return {
    q: 'ulcer',
    in: 'UNITED STATES',
    total: 2,
    page: 1,
    pages: 1,
    studies: [],
    registry_total: 1,
    failed: [],
    help: null,
    completed: [],
    crisis_help: null,
    understood: {
      condition: 'ulcer',
      filters: [],
      parts: [{ typed: 'ulcer', meant: ['ulcer'], guessed: false, is_alternative: false }],
      markers: [],
      words: [],
      also: [],
      exactly: false,
      unknown: [],
      anything: false,
      in_region: false,
      unknown_place: null,
      is_postal_code: false,
      unknown_institution: null,
      asks_for_place: false,
      unknown_country: null,
      left_out: [],
      suspected: [],
    },
    counts: {
      gender: { female: 2, male: 1 },
      study_type: { interventional: 2, observational: 0, expanded_access: 0 },
      phase: { early_one: 0, one: 0, two: 2, three: 1, four: 0 },
      age_group: { children: 0, adults: 2, older: 2 },
      participation: { without_placebo: 0, at_home: 0, travel_help: 0 },
      conditions: [],
    },
  };
}
