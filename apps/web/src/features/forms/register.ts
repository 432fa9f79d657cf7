import { type Feature, page } from '../../routes/feature.ts'

export const forms: Feature = {
  pages: [
    page('/apps/myforms', 'signed-in', 'myForms', () => import('./MyFormsPage.tsx'), {
      icon: 'form',
      namespaces: ['myForms', 'formFields', 'formMarking', 'observations', 'parts'],
    }),
    page('/apps/myforms/:formId/:formHandle?', 'signed-in', 'form', () => import('./MyFormPage.tsx'), {
      namespaces: ['myForms', 'formFields', 'parts'],
    }),
    page(
      '/apps/myformsubmissions/:formId/:formHandle?',
      'signed-in',
      'myFormSubmissions',
      () => import('./MySubmissionsPage.tsx'),
      { namespaces: ['myForms', 'formFields', 'parts'] },
    ),
    page('/apps/form/:formId/:formHandle?', 'signed-in', 'form', () => import('./FormPage.tsx'), {
      namespaces: ['myForms', 'formFields', 'observations', 'parts'],
    }),
    page('/apps/myresults/forms', 'signed-in', 'myResults', () => import('./MyResultsPage.tsx'), {
      icon: 'result',
      menuId: 'myresults',
      namespaces: ['myForms', 'formFields', 'parts'],
    }),
    page('/apps/admin/form', 'admin', 'newForm', 'NewFormPage', {
      namespaces: ['formEditor', 'documents', 'documentKinds'],
    }),
    page('/apps/admin/form/:formId', 'admin', 'formBuilder', 'FormEditorPage', {
      namespaces: [
        'formEditor',
        'formAccess',
        'formFields',
        'documents',
        'documentKinds',
        'permissions',
        'questionBank',
      ],
    }),
    page('/apps/admin/forms', 'admin', 'forms', 'FormsPage', {
      icon: 'form',
      namespaces: ['formEditor', 'documents', 'documentKinds'],
    }),
    page('/apps/admin/question-bank', 'admin', 'questionBank', 'QuestionBankPage', {
      icon: 'form',
      namespaces: ['questionBank', 'formEditor', 'formFields', 'documents', 'parts'],
    }),
    page('/apps/admin/formSubmissions/:formId', 'admin', 'formSubmissions', 'AdminSubmissionsPage', {
      namespaces: ['formMarking', 'formFields', 'observations'],
    }),
    page('/apps/admin/formSubmission/:submissionId', 'admin', 'formSubmission', 'AdminSubmissionPage', {
      namespaces: ['formMarking', 'formFields', 'myForms', 'observations'],
    }),
    page('/apps/admin/formAnalytics/:formId', 'admin', 'formAnalytics', 'FormAnalyticsPage', {
      namespaces: ['formAnalytics', 'parts', 'questionBank', 'formEditor', 'documents'],
    }),
    page('/apps/manager/form', 'manager', 'newForm', 'ManagerNewFormPage', {
      namespaces: ['formEditor', 'documents', 'documentKinds'],
    }),
    page('/apps/manager/form/:formId', 'manager', 'formBuilder', 'ManagerFormEditorPage', {
      namespaces: [
        'formEditor',
        'formAccess',
        'formFields',
        'documents',
        'documentKinds',
        'permissions',
        'questionBank',
      ],
    }),
    page('/apps/manager/forms', 'manager', 'myLearnersForms', 'ManagerFormsPage', {
      icon: 'form',
      namespaces: ['formEditor', 'documents', 'documentKinds', 'observations', 'formMarking', 'formFields'],
    }),
    page('/apps/manager/formSubmissions/:formId', 'manager', 'formSubmissions', 'ManagerSubmissionsPage', {
      namespaces: ['formMarking', 'formFields', 'observations'],
    }),
    page('/apps/manager/formSubmission/:submissionId', 'manager', 'formSubmission', 'ManagerSubmissionPage', {
      namespaces: ['formMarking', 'formFields', 'myForms', 'observations'],
    }),
    page('/apps/manager/formAnalytics/:formId', 'manager', 'formAnalytics', 'ManagerFormAnalyticsPage', {
      namespaces: ['formAnalytics', 'parts', 'questionBank', 'formEditor', 'documents'],
    }),
  ],
}
