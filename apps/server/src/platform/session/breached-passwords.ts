/**
 * The passwords that lists of breaches have in common at the top, lower case, of six characters or more, and the words
 * that stand in them with digits around. Short on purpose: it refuses what is tried first; lock-out does the rest.
 */
export const breachedPasswords: ReadonlySet<string> = new Set(
  `
  123456 123456789 12345678 1234567 1234567890 123123 123321 654321 987654321 112233 121212 131313 123654 147258 159753
  147258369 123123123 789456123 159357 246810 101010 112358 696969 007007 102030 111222 123abc abc123 abcd1234 a1b2c3d4
  1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 qazwsx qazwsxedc qwerty qwerty123 qwertyuiop qwert12345 qwer1234 qweasd
  qweasdzxc zxcvbn zxcvbnm asdfgh asdfghjkl asdf1234 zaq12wsx zaq1zaq1 1qazxsw2 poiuytrewq lkjhgfdsa mnbvcxz azerty
  azertyuiop qwertz qwertzuiop password password1 password123 passw0rd p@ssw0rd p@ssword pa$$w0rd pass1234 passwort
  motdepasse contrasena contraseña senha123 wachtwoord parola haslo kennwort mypassword changeme changeit change-me
  default letmein letmein1 welcome welcome1 welkom willkommen bienvenue admin admin123 administrator adminadmin root toor
  guest test test123 test1234 testtest testing demo demo1234 temp temp1234 temporary user user1234 login login123 master
  access secret secret123 topsecret trustno1 iloveyou iloveyou1 loveyou loveme lovely ilovegod princess princess1 angel
  sunshine sunshine1 shadow monkey dragon tigger buster hunter killer ninja superman superman1 batman spiderman ironman
  pokemon pikachu naruto starwars mickey minnie snoopy garfield football baseball basketball soccer hockey liverpool
  chelsea arsenal barcelona realmadrid juventus michael jordan jordan23 jessica jennifer michelle ashley nicole daniel
  andrew joshua matthew charlie thomas robert george harley ranger mustang ferrari porsche mercedes corvette yamaha
  computer internet samsung iphone google facebook linkedin microsoft windows oracle cisco adobe123 photoshop whatever
  freedom flower summer winter spring autumn january february monday friday hello hello123 helloworld cookie cheese
  banana orange chocolate pepper ginger purple silver golden diamond cristal maggie bailey sophie pussy fuckyou fuckoff
  asshole bitch nothing something forever family friends lovers jesus christ blessed heaven matrix phoenix merlin
  gandalf zeppelin metallica nirvana slipknot eminem scooter thunder lightning maverick cowboys yankees eagles steelers
  lakers packers london paris berlin newyork america england germany canada australia company company1 learning learnt
  training course education school student teacher university
  `
    .trim()
    .split(/\s+/),
)
