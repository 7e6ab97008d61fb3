import type { FurtherRecords } from '../../islands/wire/FurtherRecords';
import type { RecordGroups } from '../../islands/wire/RecordGroups';
import type { RecordsAnswer } from '../../islands/wire/RecordsAnswer';
import { DETAIL, NO_FURTHER } from './empty-records';
import { fakeBackend, type Reply } from './fake-backend';

/** Records in the server's order: immunizations, medications, allergies, conditions. */
export const RECORDS: RecordGroups = [
  [
    {
      id: 'i1',
      name: 'Flu vaccine',
      date: '2025-10-02',
      manufacturer: 'A maker',
      standing: 'holds',
      detail: DETAIL,
    },
    {
      id: 'i2',
      name: 'Tetanus vaccine',
      date: '2019-04',
      manufacturer: null,
      standing: 'holds',
      detail: DETAIL,
    },
  ],
  [
    {
      id: 'm1',
      name: 'Metformin',
      date: '2024-01-05T09:30:00Z',
      dosage: '500 mg, twice a day',
      taken: 'yes',
      status: 'active',
      standing: 'holds',
      detail: DETAIL,
    },
  ],
  [
    {
      id: 'a1',
      name: null,
      date: null,
      category: 'food',
      severity: 'mild',
      status: '',
      standing: 'holds',
      detail: DETAIL,
    },
  ],
  [
    {
      id: 'c1',
      name: 'Diabetes',
      date: '2020-02-01',
      verificationstatus: 'confirmed',
      clinicalstatus: 'active',
      onsetdatetime: '2020-01',
      earlier: [],
      standing: 'holds',
      detail: DETAIL,
    },
  ],
];

const CONNECTION: NonNullable<RecordsAnswer['connection']> = {
  id: 'the-first-connection',
  system: 'Harbor Health',
  study_number: 'STU02001',
  study_title: 'A gel for leg ulcers',
  left_out: [[], [], [], []],
  person: { name: 'Rosa Sample', date_of_birth: '1956-03-27', gender: 'Female' },
  missing: [],
};

/** Records of a health system that is connected for a study. */
export function connected(
  output: RecordGroups = RECORDS,
  changes: object = {},
  further: Partial<FurtherRecords> = {},
): RecordsAnswer {
  return { output, further: { ...NO_FURTHER, ...further }, connection: { ...CONNECTION, ...changes } };
}

/** A browser without a connected health system. */
export const UNCONNECTED: RecordsAnswer = {
  output: [[], [], [], []],
  further: NO_FURTHER,
  connection: null,
};

/** Two health systems, one with an image. */
export const SYSTEMS = [
  {
    id: 'harbor',
    title: 'Connect Harbor Health',
    subtitle: 'Harbor Health, Cleveland, OH',
    name: 'Harbor Health',
    town: 'Cleveland, OH',
    miles: null,
    portals: [],
    system: null,
    copy: null,
    image_url: null,
    url: '/backend/emr/connect',
  },
  {
    id: 'lake',
    title: 'Connect Lake Clinic',
    subtitle: 'Lake Clinic, Cleveland, OH',
    name: 'Lake Clinic',
    town: 'Cleveland, OH',
    miles: null,
    portals: [],
    system: null,
    copy: null,
    image_url: '/logos/lake.svg',
    url: '/backend/emr/connect',
  },
];

/** A sign-up for the study, by default with an accepted notice. */
export const signedUp = (changes: object = {}) => ({
  data: { pt_id: 'PT0123456789AB', study_number: 'STU02001', acknowledged: true, ...changes },
});

/** A server with medical records; `replies` override the defaults. */
export function recordsBackend(replies: Record<string, Reply> = {}) {
  return fakeBackend({
    '/backend/emr/records': () => UNCONNECTED,
    'GET /backend/participant': () => ({ data: null }),
    '/backend/emr/healthSystems': () => ({ output: SYSTEMS, total: 2, none_near: null }),
    '/backend/emr/connect': () => ({ address: '/backend/emr/go?state=abc' }),
    '/backend/emr/person': () => ({ result: 'kept' }),
    '/backend/emr/choose': () => ({ result: 'remembered' }),
    '/backend/emr/fill': () => ({ result: 'filled' }),
    '/backend/emr/forget': () => ({ result: 'forgotten' }),
    '/backend/emr/createFile': () => ({ error: false, receipt: 3 }),
    ...replies,
  });
}
