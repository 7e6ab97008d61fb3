import { type RefObject, use, useLayoutEffect, useState } from 'react';
import { EmailField } from '../email/email-field';
import { ChoiceField } from './choice-field';
import { DateOfBirthField } from './date-of-birth-field';
import { Field } from './field';
import { FormPart } from './form-part';
import { ageOf, isAsked, Rules } from './form-rules';
import { readForm } from './form-values';
import { isMinorAlone, MinorAlone } from './minor-alone';
import { RepresentativeFields } from './representative-fields';
import { useIsForOther } from './signs-up-for-context';
import { TextAreaField, TextField } from './text-field';

/** Name, date of birth, and gender. */
export function AboutYou({ years, onSignUpOther }: { years: number | null; onSignUpOther: () => void }) {
  const isForOther = useIsForOther();
  const label = (text: string) => (isForOther ? `Their ${text}` : text);
  return (
    <FormPart title={isForOther ? 'About the Person Who Joins' : 'About You'} number={0}>
      <TextField
        name="preferred_name"
        label={label('First Name')}
        autoComplete={isForOther ? 'off' : 'given-name'}
      />
      <TextField
        name="last_name"
        label={label('Last Name')}
        autoComplete={isForOther ? 'off' : 'family-name'}
      />
      <DateOfBirthField label={label('Date of Birth')} isOwn={!isForOther} />
      {isMinorAlone(years, isForOther ? 'someone_else' : 'self', use(Rules)) && (
        <MinorAlone onSignUpOther={onSignUpOther} />
      )}
      <ChoiceField
        name="gender"
        label={label('Gender at Birth')}
        choices={[
          { value: 'male', label: 'Male' },
          { value: 'female', label: 'Female' },
        ]}
      />
      <div hidden={!isAsked(use(Rules), 'current_gender', years)}>
        <TextField
          name="current_gender"
          label={label('Current Gender')}
          hint={isForOther ? 'In their own words, if it differs' : 'In your own words, if it differs'}
          optional
          autoComplete={isForOther ? 'off' : 'sex'}
        />
      </div>
    </FormPart>
  );
}

/** What else to do when the visitor leaves the email field, and the restored relationship. */
export type HowToReachYouProps = { onEmailLeft: (email: string) => void; relationship: string | undefined };

/** Email, phone, and language of the person who fills in the form. */
export function HowToReachYou({ onEmailLeft, relationship }: HowToReachYouProps) {
  const isForOther = useIsForOther();
  const ownLabel = (text: string) => (isForOther ? `Your ${text}` : text);
  return (
    <FormPart title={isForOther ? 'About You' : 'How to Reach You'} number={1}>
      <RepresentativeFields isShown={isForOther} relationship={relationship} />
      <EmailField
        label={ownLabel('Email')}
        hint="The study team writes to this address"
        onLeft={onEmailLeft}
      />
      <TextField
        name="phone_number"
        label={ownLabel('Phone Number')}
        hint="For example, 216 555 0134"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        width="half"
      />
      <ChoiceField
        name="language"
        label={ownLabel('Primary Language')}
        choices={[
          { value: 'en', label: 'English' },
          { value: 'sp', label: 'Spanish' },
          { value: 'vt', label: 'Vietnamese' },
        ]}
      />
    </FormPart>
  );
}

/** Country, city, and ZIP code. */
export function WhereYouLive({
  countries,
  isLimited,
  defaultCountry,
}: {
  countries: string[];
  /** Whether people from other countries can't sign up for the study. */
  isLimited: boolean;
  defaultCountry: string;
}) {
  const [country, setCountry] = useState(defaultCountry);
  const inUnitedStates = country === 'UNITED STATES';
  const needsCode = use(Rules).needs_postal_code.includes(country);
  return (
    <FormPart title={useIsForOther() ? 'Where They Live' : 'Where You Live'} number={2}>
      <Field
        name="country"
        label="Country"
        hint={isLimited ? 'This study takes sign-ups only from these countries' : undefined}
      >
        {(wiring) => (
          <select
            className="input select"
            autoComplete="country-name"
            value={country}
            onChange={(event) => setCountry(event.currentTarget.value)}
            {...wiring}
          >
            {countries.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField name="city" label="City" autoComplete="address-level2" />
      <TextField name="state_territory" label="State or Territory" optional autoComplete="address-level1" />
      <TextField
        name="zip_code_or_city"
        label={inUnitedStates ? 'ZIP Code' : 'Postal Code'}
        inputMode={inUnitedStates ? 'numeric' : 'text'}
        autoComplete="postal-code"
        optional={!needsCode}
        width="short"
      />
    </FormPart>
  );
}

/** Race, health, and medicines, and the study team's patient id if the study asks for it. */
export function YourHealth({
  races,
  asksPatientId,
  years,
}: {
  races: string[];
  asksPatientId: boolean;
  years: number | null;
}) {
  const isForOther = useIsForOther();
  const label = (text: string) => (isForOther ? `Their ${text}` : text);
  return (
    <FormPart title={isForOther ? 'Their Health' : 'Your Health'} number={3}>
      <ChoiceField
        name="race"
        label={isForOther ? 'What Is Their Race?' : 'What Is Your Race?'}
        hint="Choose all that apply"
        several
        choices={races.map((race) => ({ value: race, label: race }))}
      />
      <TextAreaField
        name="health_condition"
        label={label('Health Condition')}
        hint="The condition that brings you here, for example asthma"
      />
      <div hidden={!isAsked(use(Rules), 'smoking_status', years)}>
        <ChoiceField
          name="smoking_status"
          label={label('Smoking Status')}
          choices={[
            { value: 'Current', label: 'Current' },
            { value: 'Ex', label: 'Ex' },
            { value: 'Never', label: 'Never' },
          ]}
        />
      </div>
      <TextAreaField name="current_medications" label={label('Current Medication')} optional />
      <TextAreaField
        name="relevant_family_history"
        label={label('Family History')}
        hint={`Illnesses of ${isForOther ? 'their' : 'your'} parents, brothers, sisters or children`}
        optional
      />
      {asksPatientId && (
        <TextField
          name="patient_id"
          label="Patient ID"
          hint="If the study team gave you one"
          optional
          width="half"
          autoComplete="off"
        />
      )}
    </FormPart>
  );
}

/** The age typed into a form, in years, or null without a date of birth; and a function that reads it again. */
export function useTypedAge(
  form: RefObject<HTMLFormElement | null>,
  round: unknown,
): [years: number | null, read: () => void] {
  const [years, setYears] = useState<number | null>(null);
  const read = () => setYears(form.current && ageOf(readForm(form.current)));
  // Runs after the restored values are in the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the form is restored or cleared
  useLayoutEffect(read, [round]);
  return [years, read];
}
