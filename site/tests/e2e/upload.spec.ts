import { expect, expectAccessible, type Page, test } from './support/page';
import { answerQuestions, fillInForm, signUpMyself } from './support/sign-up';

const email = () => `upload-${test.info().project.name}-${test.info().testId}@example.org`;

const pdf = (text = 'a letter') => ({
  name: 'letter of dr sample.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n${text}\n%%EOF`),
});

const photo = (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from('ffd8ffe000074a46494600ffda000300706978656c73ffd9', 'hex'),
});

async function openUpload(page: Page) {
  await page.goto('/upload-document/STU01026');
  await expect(page.getByRole('heading', { level: 1, name: 'Upload a Document' })).toBeVisible();
  await expect(page.getByLabel('PDFs or Photos')).toBeVisible();
}

test('a document is sent with a sign-up, which loses no input', async ({ page }) => {
  await page.goto('/enroll/STU01009');
  await answerQuestions(page);
  await page.getByLabel('First Name').fill('Rosa');
  await page.getByLabel('Year').fill('1956');
  await page.getByRole('button', { name: 'Upload Document' }).click();
  await expect(page.getByText('take you to the upload')).toBeVisible();
  await expect(page).toHaveURL('/upload-document/STU01009');
  await expectAccessible(page);

  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.getByLabel('PDFs or Photos').setInputFiles([pdf(), photo('page 1.jpg'), photo('page 2.jpg')]);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('PDF, 1 kB. Uploaded')).toBeVisible();
  await expect(page.getByText('JPEG photo, 1 kB. Uploaded')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove page 1.jpg' }).press('Enter');
  await expect(page.getByText('JPEG photo, 1 kB. Uploaded')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Your Files' })).toBeFocused();
  expect(requests.some((text) => text.includes('/documents '))).toBe(true);
  expect(requests.filter((text) => text.includes('dr sample'))).toEqual([]);

  await page.getByRole('link', { name: 'Go On with Your Sign Up' }).click();
  await expect(page.getByText('2 documents go with your sign up')).toBeVisible();
  await expect(page.getByText('2. JPEG photo, 1 kB')).toBeVisible();
  await expect(page.getByLabel('First Name')).toHaveValue('Rosa');
  await expect(page.getByLabel('Year')).toHaveValue('1956');
  await expectAccessible(page);
  await fillInForm(page, email());
  await page.getByRole('button', { name: 'Complete Sign Up' }).click();
  await page.getByRole('button', { name: 'I acknowledge and accept' }).click();
  await expect(page).toHaveURL(/\/thankyou\/PT[0-9A-Z]{12}$/);
  expect(await page.evaluate(() => localStorage.getItem('doc_upload_status'))).toBeNull();
});

test('input is restored after leaving or reloading the page, until it is cleared', async ({ page }) => {
  await page.goto('/enroll/STU01026');
  await signUpMyself(page);
  await page.getByLabel('First Name').fill('Rosa');
  await page.getByLabel('Female').check();
  await page.goto('/about');
  await page.goBack();
  await expect(page.getByText('We filled in what you typed or chose before.')).toBeVisible();
  await expect(page.getByLabel('First Name')).toHaveValue('Rosa');
  await page.getByLabel('Last Name').fill('Sample');
  await page.reload();
  await expect(page.getByLabel('Last Name')).toHaveValue('Sample');
  await expect(page.getByLabel('Female')).toBeChecked();
  await expectAccessible(page);
  const cleared = page.waitForResponse('**/backend/draft');
  await page.getByRole('button', { name: 'Clear the Form' }).click();
  await page.getByRole('button', { name: 'Clear It' }).click();
  await cleared;
  await expect(page.getByLabel('First Name')).toHaveValue('');
  await page.reload();
  await signUpMyself(page);
  await expect(page.getByLabel('First Name')).toHaveValue('');
  await expect(page.getByText('We filled in what you typed')).toBeHidden();
});

test.describe('an invalid document', () => {
  test.use({ expectedErrors: [/422/] });

  test('is rejected by its content, and another one can be chosen', async ({ page }) => {
    await openUpload(page);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('Choose a file first');
    await expect(page.getByLabel('PDFs or Photos')).toBeFocused();
    await expectAccessible(page);
    const disguised = { ...pdf(), buffer: Buffer.from('<script>alert(1)</script>') };
    await page.getByLabel('PDFs or Photos').setInputFiles(disguised);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByText('Choose a PDF, or a JPEG, PNG, or HEIC photo.')).toBeVisible();
    const active = { ...pdf('1 0 obj << /S /JavaScript >> endobj'), name: 'active.pdf' };
    await page.getByLabel('PDFs or Photos').setInputFiles([active, pdf('x'.repeat(1_500_000))]);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByText('This PDF has scripts')).toBeVisible();
    await expect(page.getByText('PDF, 1.5 MB. Uploaded')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove active.pdf' }).click();
    await expect(page.getByText('This PDF has scripts')).toBeHidden();
  });
});

test.describe('a broken connection', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('is reported, and the document can be sent again', async ({ page }) => {
    await openUpload(page);
    await page.route('**/documents', (route) => route.abort());
    await page.getByLabel('PDFs or Photos').setInputFiles(pdf());
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('connection');
    await expectAccessible(page);
    await page.unroute('**/documents');
    await page.getByRole('button', { name: 'Try Again with letter of dr sample.pdf' }).click();
    await expect(page.getByText('PDF, 1 kB. Uploaded')).toBeVisible();
  });
});
