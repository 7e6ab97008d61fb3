/** Explains, before connecting a health system, what will happen. */
export function BeforeYouConnect() {
  return (
    <div className="note">
      <p className="note__title">What Happens Next</p>
      <ul className="note__list">
        <li>You sign in at your hospital’s own site. We never see your password.</li>
        <li>
          We read your vaccines, medicines, allergies, conditions, procedures, lab results, and vital signs,
          and whether you are pregnant or smoke, once.
        </li>
        <li>You look at them first. Nothing is shared before you choose.</li>
        <li>What we read is deleted after two hours.</li>
      </ul>
    </div>
  );
}
