import { feedFields } from '@learnt/contract/team-values'
import { headingReader } from '../imports/queries/read-cells.ts'

/** Suggests which field a column fills by its heading, when nobody has chosen it yet. */
export const guessField = headingReader(feedFields, {
  email: 'mail emailaddress mailaddress workemail emailadresse البريدالإلكتروني',
  username: 'login loginname benutzername userid اسمالمستخدم',
  employeeId: 'employeenumber employeeno staffid staffnumber personalnummer personnelnumber رقمالموظف',
  firstName: 'givenname forename vorname الاسمالأول',
  lastName: 'surname familyname nachname اسمالعائلة',
  preferredName: 'nickname knownas callname rufname الاسمالمفضل الاسمالمفضّل',
  phone: 'phonenumber telephone telefon telefonnummer mobile الهاتف',
  dob: 'dateofbirth birthday birthdate geburtsdatum تاريخالميلاد',
  position: 'jobtitle title job stelle funktion المنصب',
  managers: 'manager manageremail managerid supervisor lineManager vorgesetzter führungskraft المدير',
  tags: 'tag labels schlagwörter',
  terminationDate: 'enddate leavingdate lastday austrittsdatum austritt تاريخالمغادرة',
  loc1: 'location site standort الموقع',
  div1: 'division department abteilung القسم',
})
