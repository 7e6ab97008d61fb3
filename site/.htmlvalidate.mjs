/**
 * The rules for the pages of the built site: the HTML standard, accessibility, and rules for whole documents. The comment
 * at each rule that is off or relaxed gives the reason.
 */
export default {
  root: true,
  extends: ['html-validate:a11y', 'html-validate:standard', 'html-validate:document'],
  rules: {
    // The content security policy forbids styles in a page.
    'no-inline-style': ['error', { allowedProperties: [] }],
    'no-style-tag': 'error',

    // Markup that a browser would need to guess.
    'no-unknown-elements': 'error',
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'submit', 'button'] }],
    'no-implicit-close': 'error',
    'no-implicit-input-type': 'error',
    'no-dup-class': 'error',
    'script-type': 'error',

    // Lists and figures may have a label, which the rule reports by default.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // The suggestions of the search box are a listbox, which no native element can replace.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
    // Scripts and styles come from the site itself, and their names change with their content.
    'require-sri': 'off',
  },
};
