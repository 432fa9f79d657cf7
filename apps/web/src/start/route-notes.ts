/** What pages that work in part are still short of. docs/coverage.md is written from this and the table of routes. */
export const shortfalls: Readonly<Record<string, string>> = {
  '/pages/profile':
    "name, picture, preferred name, phone, date of birth, language, light or dark, password, addresses, second factors, sessions, who acted as the person, badges, certificates, a copy of one's data, the wish to be erased",
  '/pages/mynotifications':
    'courses given, due and overdue, jobs, changes of account and rights; what to hear of can be chosen for mails about badges and certificates only',
  '/apps/homepage/myhomepage': 'has resume, next events, required and recent; other sections come with their features',
  '/apps/munro-homepage': 'the standard homepage; its own layout comes with the homepage editor',
  '/apps/course/:userCourseId': 'SCORM sequencing beyond continue, previous, choice, suspend, resume is not there',
  '/apps/admin/courses/:courseId':
    'activity kinds page, video, audio, document, link, SCORM, form, quiz, event; LTI, xAPI and cmi5 are not there',
  '/apps/admin/pathways/:pathwayId': 'steps are courses, bundles, resources, forms and events',
  '/apps/admin/certificates':
    'templates, issued with CSV, XLSX, one archive and as of a past day, earned elsewhere; only badge rules count what was earned elsewhere',
  '/apps/admin/integrations': 'provisioning by SCIM 2.0; webhooks and learning tools of others are not there',
  '/apps/admin/bulk-update': 'no xAPI statements for what is imported; points of single steps are not given',
  '/apps/admin/feed-history':
    'runs by upload, by token and from a folder; values that name a person in own fields are ids',
}

/** What a reader may want to know about a page that works. */
export const remarks: Readonly<Record<string, string>> = {
  '/apps/optional-learning/listing': 'each item by `?item=`, own requests by `?tab=requests`',
  '/apps/resource/:resourceId/:resourceHandle?':
    'PDF, Word, Excel, CSV, PowerPoint, image, video, audio, link; a wrong handle redirects',
  '/apps/myforms':
    'assessors and approvers who are neither manager nor administrator review with `?tab=review` and observe with `?tab=observe`',
  '/apps/calendar':
    'month, week, day, agenda; own entries by pointer and keyboard; the view, the day and the filter are in the address; a feed for other calendars',
  '/apps/exploreevents': 'as a list with facets, or as a calendar by `?look=calendar`',
  '/apps/myevent/:itemId':
    'check-in by `?tab=check-in`, also without a network; whoever leads it keeps the attendance by `?tab=attendance`',
  '/join/:eventId': 'leads to wherever the event takes place online at that moment',
  '/apps/manager/event/:eventId': 'places are reserved for the manager’s people, who are named later',
  '/apps/admin/edit-event/:eventId': 'dates, series, rooms, facilitators, rules, people, moving, cancelling, versions',
  '/apps/admin/event-attendee-list/:eventId':
    'marks for each date, walk-ins, moving, messages, check-in by code or camera, sign-in sheet to print, CSV',
  '/apps/form/:formId/:formHandle?':
    'saves while the person types, waits on the device without a network, two windows, time limit; a wrong handle redirects',
  '/apps/admin/formSubmissions/:formId': 'the oldest first; many decided at once; CSV',
  '/apps/admin/formSubmission/:submissionId':
    'marks, comments, competent or not, questions to be done again; next and previous by N and P',
  '/apps/admin/formAnalytics/:formId': 'kept as answers arrive; by version; a wrong key is corrected here',
  '/apps/admin/question-bank': 'versions, where used, corrected keys, import and export as JSON',
  '/apps/admin/resources': 'several files at once become one resource each',
  '/apps/admin/resources/:resourceId': 'file or link, people, readers with CSV and XLSX, versions',
  '/register': 'where the tenant offers it; says so where it does not',
  '/callback': 'sign-in providers return here',
  '/callback/:providerId': 'one provider returns here',
  '/change-password': 'the link in a mail opens it, signed in or not',
  '/action': 'links in mails, with `mode=resetPassword` or `mode=verifyEmail`',
  '/apps/admin/settings/theme': 'palette, own colours, pictures, preview, contrast gate, for each team',
  '/apps/admin/settings/providers': 'sign-in providers and the ways of signing in that each team takes',
  '/apps/admin/settings/usermanagement': 'people of all teams: invite, roles, suspend, sessions, second factors',
  '/apps/admin/settings/dynamic-custom-fields':
    'names, kinds, choices and rights of the organisation’s own fields of people',
  '/apps/admin/settings/data-protection':
    'requests for deletion, what is kept as proof, legal holds; each by `?tab=`; ours',
  '/apps/admin/settings/navigation': 'order, words, icons, own links and groups, preview by role',
  '/apps/admin/reporting': 'learner report with drill-down, saved views, as of a past day, CSV and XLSX',
  '/apps/admin/course-aggregate-reporting': 'with drill-down, saved views, as of a past day, CSV and XLSX',
  '/apps/admin/bundle-reporting':
    'with drill-down to the person’s courses, saved views, as of a past day, CSV and XLSX',
  '/apps/admin/lp-reporting':
    'pathways and learning packages, with drill-down to the person’s steps, saved views, as of a past day, CSV and XLSX',
  '/apps/admin/activity-aggregate-reporting':
    'each activity of each course, with drill-down to the person, saved views, as of a past day, CSV and XLSX',
  '/apps/rewards': 'what points can buy, with the balance; own orders',
  '/apps/admin/rewards': 'what points can buy, with stock and approval; orders are delivered or refused',
  '/apps/mycertificates': 'own certificates with PDF and public page; hands in those earned elsewhere',
  '/apps/admin/certificates/:templateId':
    'text with fields, pictures, signature, QR code; by pointer and keys; each language; preview with a person’s name',
  '/apps/admin/badges': 'create, copy, archive, bring back, remove',
  '/apps/admin/badges/:badgeId':
    'designer with shape, symbol, colours, text or an own picture; words in each language; holders with CSV and XLSX, revoking; awarding by `?tab=award`',
  '/apps/admin/badges-rules': 'each rule in words',
  '/apps/admin/badges-rules/:ruleId': '`new` makes one; the rule in words, and by name who would get the badge now',
  '/apps/manager/certificates': 'the same over the manager’s own people',
  '/verify/:credentialId': 'certificates and badges, and their files; no sign-in, limited in number',
  '/apps/admin/requests':
    'documents of the catalogue, seats at events, and forms that have to be approved, level by level',
  '/apps/manager/requests': 'the same over the manager’s own people',
  '/apps/manager/reporting': 'the same over the manager’s own people',
  '/apps/manager/course-aggregate-reporting': 'the same over the manager’s own people',
  '/apps/manager/bundle-reporting': 'the same over the manager’s own people',
  '/apps/manager/lp-reporting': 'the same over the manager’s own people',
  '/apps/manager/activity-aggregate-reporting': 'the same over the manager’s own people',
  '/apps/superadmin/tenant/:tenantId':
    'overview with checklist, settings, signing in, teams, providers, features, domains, suspend and delete; each by `?tab=`',
  '/apps/superadmin/tenant/:tenantId/theme/:teamId':
    'theme of any team, for superadministrators who are not its members',
  '/apps/superadmin/navigation-settings': 'what is available, for one team or all of an organisation',
  '/auth/admin-role-example': 'while the demonstration is on',
  '/auth/staff-role-example': 'while the demonstration is on',
  '/auth/guest-role-example': 'while the demonstration is on',
  '/apps/report-mails': 'reports by mail: own schedules and those received',
  '/apps/report-mails/:scheduleId': 'opened by the link in a mail',
}
