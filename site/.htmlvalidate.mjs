/**
 * How the pages of the built site are checked: the HTML standard, what assistive technology needs, and what holds for a
 * whole document. A rule is off, or softer than its preset, for the reason beside it and no other.
 */
export default {
  root: true,
  extends: ['html-validate:a11y', 'html-validate:standard', 'html-validate:document'],
  rules: {
    // The content security policy forbids styles in a page.
    'no-inline-style': ['error', { allowedProperties: [] }],
    'no-style-tag': 'error',

    // What a browser would have to guess.
    'no-unknown-elements': 'error',
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'submit', 'button'] }],
    'no-implicit-close': 'error',
    'no-implicit-input-type': 'error',
    'no-dup-class': 'error',
    'script-type': 'error',

    // A list and a figure may have a name, which the rule takes for a mistake.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // The suggestions of the search box are a listbox, which no native element can stand for.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
    // Scripts and styles come from the site itself, and their names change with their content.
    'require-sri': 'off',
  },
};
