import { useId, useLayoutEffect, useRef } from 'react';

/** The initial value and the choices of the field. */
export type CountryFieldProps = { country: string; countries: string[] };

/** The choice of a country. A choice made before hydration stays. */
export function CountryField({ country, countries }: CountryFieldProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const first = useRef(country);
  useLayoutEffect(() => {
    if (select.current && country !== first.current) {
      select.current.value = country;
      first.current = country;
    }
  }, [country]);
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        Country
      </label>
      <select
        ref={select}
        className="input select"
        id={id}
        name="in"
        defaultValue={country}
        autoComplete="country-name"
      >
        {countries.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
