import { useState } from 'react';
import { EmailField } from '../email/email-field';
import { ChoiceField } from './choice-field';
import { DateOfBirthField } from './date-of-birth-field';
import { Field } from './field';
import { FormPart } from './form-part';
import { TextAreaField, TextField } from './text-field';

/** Name, date of birth and gender. */
export function AboutYou() {
  return (
    <FormPart title="About You" number={0}>
      <TextField name="preferred_name" label="First Name" autoComplete="given-name" />
      <TextField name="last_name" label="Last Name" autoComplete="family-name" />
      <DateOfBirthField />
      <ChoiceField
        name="gender"
        label="Gender at Birth"
        choices={[
          { value: 'male', label: 'Male' },
          { value: 'female', label: 'Female' },
        ]}
      />
      <TextField
        name="current_gender"
        label="Current Gender"
        hint="In your own words, if it differs"
        optional
        autoComplete="sex"
      />
    </FormPart>
  );
}

/** Mail, phone and language. */
export function HowToReachYou({ onEmailLeft }: { onEmailLeft: (email: string) => void }) {
  return (
    <FormPart title="How to Reach You" number={1}>
      <EmailField label="Email" hint="The study team writes to this address" onLeft={onEmailLeft} />
      <TextField
        name="phone_number"
        label="Phone Number"
        hint="For example, 216 555 0134"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        width="half"
      />
      <ChoiceField
        name="language"
        label="Primary Language"
        choices={[
          { value: 'en', label: 'English' },
          { value: 'sp', label: 'Spanish' },
          { value: 'vt', label: 'Vietnamese' },
        ]}
      />
    </FormPart>
  );
}

/** Country, city and ZIP code. */
export function WhereYouLive({ countries, defaultCountry }: { countries: string[]; defaultCountry: string }) {
  const [country, setCountry] = useState(defaultCountry);
  const inUnitedStates = country === 'UNITED STATES';
  return (
    <FormPart title="Where You Live" number={2}>
      <Field name="country" label="Country">
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
        maxLength={12}
        width="short"
      />
    </FormPart>
  );
}

/** Race, health and medicines, and the study team's id if the study has one. */
export function YourHealth({ races, asksPatientId }: { races: string[]; asksPatientId: boolean }) {
  return (
    <FormPart title="Your Health" number={3}>
      <ChoiceField
        name="race"
        label="What Is Your Race?"
        hint="Choose all that apply"
        several
        choices={races.map((race) => ({ value: race, label: race }))}
      />
      <TextAreaField
        name="health_condition"
        label="Health Condition"
        hint="The condition that brings you here, for example asthma"
      />
      <ChoiceField
        name="smoking_status"
        label="Smoking Status"
        choices={[
          { value: 'Current', label: 'Current' },
          { value: 'Ex', label: 'Ex' },
          { value: 'Never', label: 'Never' },
        ]}
      />
      <TextAreaField name="current_medications" label="Current Medication" optional />
      <TextAreaField
        name="relevant_family_history"
        label="Family History"
        hint="Illnesses of your parents, brothers, sisters or children"
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
