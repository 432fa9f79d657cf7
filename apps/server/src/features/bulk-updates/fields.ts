import { bulkUpdateFields } from '@learnt/contract/bulk-updates'
import { documentTypes } from '@learnt/contract/document-kinds'
import { headingReader } from '../imports/queries/read-cells.ts'

/** Suggests what a column says by its heading, when nobody has chosen it yet. */
export const guessField = headingReader(bulkUpdateFields, {
  courseTitle:
    'course title coursename documenttitle pathwaytitle pathway learningpackagetitle resourcetitle formtitle eventtitle event kurs kurstitel titel lernpfad veranstaltung الدورة عنوانالدورة',
  activityTitle: 'activity activityname step steptitle lesson aktivität aktivitätstitel schritt النشاط عنوانالنشاط',
  completedAt:
    'completed completiondate completedon completeddate datecompleted date abgeschlossen abgeschlossenam abschlussdatum datum تاريخالإكمال',
  progress: 'percent percentage progresspercent completion fortschritt prozent التقدم',
  email: 'mail emailaddress mailaddress workemail person useremail emailadresse البريدالإلكتروني',
  username: 'login loginname benutzername userid اسمالمستخدم',
  employeeId: 'employeenumber employeeno staffid staffno staffnumber personalnummer رقمالموظف',
  documentType: 'type kind typ art النوع',
  documentId: 'courseid pathwayid formid eventid id code kursid',
  score: 'scorepercent mark result punkte ergebnis الدرجة',
  certificateSerial:
    'certificate certificateno certificatenumber serial serialnumber zertifikat zertifikatsnummer الشهادة',
  issuedAt: 'issued issuedon issuedate certificatedate ausgestellt ausgestelltam تاريخالإصدار',
  validUntil: 'expires expiresat expiry expirydate gültigbis läuftab صالححتى',
})

/** The type of document that a cell names; null: unknown. */
export const typeOf = headingReader(documentTypes, {
  course: 'courses bundle kurs kurspaket دورة',
  pathway: 'pathways learningpathway lernpfad مسار',
  learningPackage: 'learningpackages package lernpaket حزمة',
  resource: 'resources ressource مورد',
  form: 'forms formular نموذج',
  event: 'events veranstaltung session فعالية',
})
