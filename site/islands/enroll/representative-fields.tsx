import { useState } from 'react';
import { ChoiceField } from './choice-field';
import { TextField } from './text-field';

/** Whether the fields are shown, and the restored relationship. */
export type RepresentativeFieldsProps = { isShown: boolean; relationship: string | undefined };

/** The representative's details. Hidden fields retain their values. */
export function RepresentativeFields({ isShown, relationship }: RepresentativeFieldsProps) {
  const [isOther, setIsOther] = useState(relationship === 'other');
  return (
    <div
      hidden={!isShown}
      onChange={({ target }) => {
        if (target instanceof HTMLInputElement && target.type === 'radio') {
          setIsOther(target.value === 'other');
        }
      }}
    >
      <TextField name="representative_name" label="Your Full Name" autoComplete="name" />
      <ChoiceField
        name="representative_relationship"
        label="How Are You Related?"
        choices={[
          { value: 'parent', label: 'I am their parent' },
          { value: 'legal_guardian', label: 'I am their legal guardian' },
          { value: 'health_care_proxy', label: 'I am their health-care proxy' },
          { value: 'other', label: 'Another relationship' },
        ]}
      />
      <div hidden={!isOther}>
        <TextField
          name="representative_relationship_other"
          label="Your Relationship"
          hint="For example, sister with power of attorney"
          autoComplete="off"
        />
      </div>
    </div>
  );
}
