const characters = (count: number) => (count === 1 ? '1 character' : `${count} characters`);

export const ENGLISH = {
  label: 'Describe yourself, or paste a note or letter from your doctor',
  hint: 'Name your condition, your age, where you live, and treatments that you have or had. Leave out names and phone numbers. We only read the text to find words to search for. We don’t keep it.',
  languages: [
    { lang: 'es', text: 'Puede escribir en español.' },
    { lang: 'vi', text: 'Quý vị có thể viết bằng tiếng Việt.' },
  ],
  left: (count: number) => `${characters(count)} left`,
  tooMany: (count: number) => `${characters(count)} too many`,
  empty: 'Type your description, such as: I am 58 and have asthma',
  tooLong: (count: number) =>
    `Your description is too long. Use 4,000 characters or fewer. You have ${count} too many`,
  read: 'Read My Description',
  reading: 'Reading ...',
  understood: (names: string[]) => `We understood: ${names.join(', ')}. Check this before you search.`,
  nothing:
    'We found no condition in your description. Name it as your doctor does, such as type 2 diabetes, then choose Read My Description again.',
  title: 'What We Understood',
  withStage: (name: string, stage: string) => `${name}, stage ${stage}`,
  remove: 'Remove',
  removed: (name: string) => `Removed: ${name}`,
  past: (name: string) => `History of ${name}`,
  change: 'Change',
  changed: (name: string) => `Changed: ${name}`,
  add: (name: string) => `Add ${name}`,
  save: 'Save',
  cancel: 'Cancel',
  choose: 'Choose',
  condition: 'Condition',
  noCondition: 'Type the name of your condition, in at most 200 characters',
  sameCondition: 'This condition is in the list already',
  age: 'Age',
  ageLabel: (age: string) => `Age ${age}`,
  noAge:
    'Type your age in years, from 0 to 130. For a young child, add months, weeks, or days, such as 14 months',
  sex: 'Sex',
  sexes: [
    ['female', 'Female'],
    ['male', 'Male'],
  ] as [string, string][],
  noSex: 'Choose female or male',
  place: 'City or ZIP Code',
  near: (place: string) => `Near ${place}`,
  noPlace: 'Type a city or ZIP code, such as Austin, Texas',
  treatment: 'Treatment',
  noTreatment: 'Type the name of the treatment, in at most 200 characters',
  sameTreatment: 'This treatment is in the list already',
  when: 'When You Have or Had It',
  whenChoices: [
    ['now', 'I have it now'],
    ['before', 'I had it before'],
  ] as [string, string][],
  whichCondition: 'Which condition should we search for?',
  whichSymptom:
    'You named a symptom or a suspicion, but no condition that you have for sure. Do you want to search for one anyway?',
  leaveOut: 'You don’t have these. Should we leave out studies about them?',
  country: 'Country',
  others: 'Also in Your Description',
  othersHint: 'The search doesn’t use these. Each study’s page says who can join.',
  current: (name: string) => `Treatment now: ${name}`,
  earlier: (name: string) => `Treatment before: ${name}`,
  symptom: (name: string) => `Symptom or suspicion: ${name}`,
  noChoice: 'Choose what to search for, or name a condition in your description and read it again',
  search: 'Search With These',
};

/** The texts of the description and of what was understood. */
export type DescribeWords = typeof ENGLISH;
