/* new_password.c: the rules for a new password (auth/password.h).
 *
 * The list has a thousand of the most common passwords of at least COLLAB_PASSWORD_MIN characters. Lists of stolen passwords
 * share these patterns: a sequence of digits or keys; a common word followed by digits, a year or an exclamation mark; a repeated
 * word; the name of a product, a club or a saint; a phrase of love. This list follows these patterns. It was written for this
 * project and copies no other list. Called by collabctl and by the change of a password. */
#include "auth/password.h"

#include <apr_lib.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define NAME_MIN 4 /* bytes before "@"; a password may contain a shorter name by chance */

// clang-format off
/* In lower case, sorted by strcmp. */
static const char *const common[] = {
  "!qaz2wsx#edc", "!qaz@wsx#edc", "000000000000", "010203040506", "012345678901", "0123456789012", "01234567890123",
  "012345678910", "098765432109", "0987654321098", "0okm9ijn8uhb", "0p9o8i7u6y5t", "101010101010", "102030405060",
  "111111111111", "111222333444", "111222333444555", "112233445566", "11223344556677", "1122334455667788", "121212121212",
  "123123123123", "123321123321", "123412341234", "123454321234", "123456123456", "123456654321", "123456789012",
  "1234567890123", "12345678901234", "123456789012345", "1234567890123456", "12345678901234567890", "1234567890987654321",
  "1234567890ab", "1234567890abc", "1234567890qwertyuiop", "1234567891011", "123456789101112", "123456789123",
  "123456789123456789", "123456789987654321", "123456789abc", "123456789abcd", "123456789qwerty", "12345678abcd",
  "12345678qwerty", "1234567qwerty", "123456abcdef", "123456qwerty", "12345abcdefg", "12345qwertasdfg", "12345qwertyuiop",
  "1234abcd1234", "1234qwerasdf", "1234qwerasdfzxcv", "123654789123", "123789456123", "123abc123abc", "123qwe123qwe",
  "123qweasd456", "123qweasdzxc", "131313131313", "135792468013", "147258369147", "147258369258", "147852369147",
  "147896325147", "159357159357", "159753159753", "159753456852", "1a2b3c4d5e6f", "1a2s3d4f5g6h", "1q2w3e4r5t6y",
  "1q2w3e4r5t6y7u", "1q2w3e4r5t6y7u8i", "1q2w3e4r5t6y7u8i9o", "1q2w3e4r5t6y7u8i9o0p", "1qaz1qaz1qaz", "1qaz2wsx1qaz2wsx",
  "1qaz2wsx3edc", "1qaz2wsx3edc4rfv", "1qaz2wsx3edc4rfv5tgb", "1qazxsw23edc", "1z2x3c4v5b6n", "202020202020", "222222222222",
  "246810121416", "258456258456", "314159265358", "3141592653589", "333333333333", "369258147369", "420420420420",
  "444444444444", "555555555555", "654321654321", "666666666666", "696969696969", "741852963741", "741852963852",
  "777777777777", "789456123789", "888888888888", "951753852456", "987654321012", "9876543210123", "987654321098",
  "999999999999", "a123456789012", "a12345678910", "a1b2c3d4e5f6", "a1b2c3d4e5f6g7", "a1s2d3f4g5h6", "aa1234567890",
  "aaaaaaaaaaaa", "abc123456789", "abc1234567890", "abc123abc123", "abcabc123123", "abcabcabcabc", "abcd12345678",
  "abcd123456789", "abcd1234abcd", "abcdef123456", "abcdefg12345", "abcdefgh1234", "abcdefghijkl", "abcdefghijklm",
  "abcdefghijklmnop", "abcdefghijklmnopqrstuvwxyz", "access123456", "accessdenied", "accessgranted", "admin1234567",
  "admin12345678", "admin123456789", "admin1234567890", "admin1234admin", "admin123admin", "admin@123456", "admin@1234567",
  "admin@12345678", "adminadmin12", "adminadmin123", "adminadminadmin", "administrador", "administrateur", "administrator",
  "administrator1", "administrator12", "administrator123", "administrator1234", "adminpassword", "adminpassword1",
  "adminpassword123", "alexander123", "alexander1234", "alexandra123", "alexandria12", "alhamdulillah", "allahisgreat",
  "allahuakbar1", "antidisestablishmentarianism", "arsenal12345", "arsenal123456", "asd123456789", "asd123asd123",
  "asdasdasdasd", "asdf12345678", "asdf1234asdf", "asdfasdfasdf", "asdfghasdfgh", "asdfghjkasdfghjk", "asdfghjkl123",
  "asdfghjkl1234", "asdfghjkl12345", "asdfghjklqwe", "asdfghjklzxcvbnm", "asdfqwer1234", "asshole12345", "autumn123456",
  "backstreetboys", "badboy123456", "barcelona123", "barcelona1234", "barcelona12345", "baseball1234", "baseball12345",
  "basketball12", "basketball123", "basketball23", "batman123456", "batmanbatman", "batterystaple", "bbbbbbbbbbbb",
  "benjamin1234", "bestfriend12", "bestfriend123", "bestfriends1", "bestfriends123", "bismillah123", "bismillah786",
  "bitchbitch12", "blackberry12", "blackberry123", "blackpanther", "blackpanther1", "blackwhite12", "blueberry123",
  "bluesky12345", "bobmarley123", "bobmarley420", "bullshit1234", "business1234", "business12345", "butterfly123",
  "butterfly1234", "california12", "california123", "callofduty12", "callofduty123", "captainamerica", "cccccccccccc",
  "changeit1234", "changeme1234", "changeme12345", "changeme123456", "changemenow1", "changemeplease", "changepassword",
  "changepassword1", "charlotte123", "cheerleader1", "cheerleader123", "chelseafc123", "chocolate123", "chocolate1234",
  "chocolatecake", "choosepassword", "christmas123", "christmas1234", "christmas2020", "christopher1", "christopher12",
  "christopher123", "company12345", "company123456", "companyname1", "computer1234", "computer12345", "computer123456",
  "computercomputer", "constantinople", "contrasena12", "contrasena123", "correct-horse-battery-staple", "correcthorse",
  "correcthorsebattery", "correcthorsebatterystaple", "counterstrike", "counterstrike1", "cowboys12345", "darkness1234",
  "database1234", "database12345", "dddddddddddd", "deadpool1234", "default12345", "default123456", "defaultpassword",
  "demo12345678", "demo123456789", "demodemodemo", "demopassword", "developer123", "developer1234", "development1",
  "development123", "dontforget12", "dontpanic123", "dragon123456", "dragon1234567", "dragonball12", "dragonball123",
  "dragonballz1", "dragonballz123", "dragondragon", "drowssap1234", "drowssapdrowssap", "eeeeeeeeeeee", "elizabeth123",
  "elizabeth1234", "enterpassword", "facebook1234", "facebook12345", "facebook123456", "ffffffffffff", "firstpassword",
  "football1234", "football12345", "football123456", "foreverandever", "foreverlove1", "foreveryoung", "foreveryours",
  "forgetmenot1", "forgetmenot123", "forgotpassword", "francisco123", "friends12345", "friendsforever", "friendsforever1",
  "fuckfuckfuck", "fuckyou12345", "fuckyou123456", "fuckyoubitch", "fuckyoufuckyou", "gabriella123", "gabrielle123",
  "gameofthrones", "ganesh123456", "gggggggggggg", "ginger123456", "godbless1234", "godblessme123", "godblessyou1",
  "godisgood123", "godisgreat12", "godisgreat123", "godislove123", "gofuckyourself", "goodbye12345", "goodgirl1234",
  "goodluck1234", "goodmorning1", "goodmorning123", "google123456", "googlegoogle", "grandtheftauto", "gryffindor12",
  "gryffindor123", "guest1234567", "guest123456789", "guestguest12", "guns-n-roses", "gunsnroses12", "gunsnroses123",
  "gymnastics12", "gymnastics123", "halloween123", "halloween1234", "hannahmontana", "happybirthday", "happybirthday1",
  "happybirthday123", "happydays123", "happyfeet123", "happyhappy12", "happynewyear", "harekrishna1", "harleydavidson",
  "harleydavidson1", "harrypotter1", "harrypotter12", "harrypotter123", "haslo1234567", "haslo123456789", "hello1234567",
  "hello123456789", "hellohello12", "hellohello123", "hellokitty12", "hellokitty123", "hellothere12", "hellothere123",
  "helloworld12", "helloworld123", "helloworld1234", "helpdesk1234", "helpdesk12345", "hermionegranger", "hhhhhhhhhhhh",
  "hockey123456", "hunter123456", "hunterhunter", "idontknow123", "idontknow1234", "iforgot12345", "iforgotmypassword",
  "ihatemylife1", "ihateyou1234", "iiiiiiiiiiii", "ilovebasketball", "ilovechocolate", "ilovefootball", "ilovejesus12",
  "ilovejesus123", "ilovemusic12", "ilovemusic123", "ilovemybaby1", "ilovemycat12", "ilovemycat123", "ilovemydog12",
  "ilovemydog123", "ilovemyfamily", "ilovemylife1", "ilovemylife123", "ilovemymom12", "ilovemymom123", "ilovemyself1",
  "ilovemyself123", "ilovemywife1", "iloveyou1234", "iloveyou12345", "iloveyou123456", "iloveyou1314", "iloveyou2020",
  "iloveyou2021", "iloveyou2022", "iloveyou2023", "iloveyou2024", "iloveyou2025", "iloveyouall1", "iloveyoualot",
  "iloveyoualways", "iloveyoubabe", "iloveyoubaby", "iloveyouforever", "iloveyouiloveyou", "iloveyoujesus", "iloveyoumom1",
  "iloveyoumommy", "iloveyoumore", "iloveyousomuch", "iloveyoutoo1", "imissyou1234", "initial12345", "initialpassword",
  "insertpassword", "inshallah123", "instagram123", "instagram1234", "internet1234", "internet12345", "internet123456",
  "iphone123456", "ironmaiden12", "ironmaiden123", "ironman12345", "isabella1234", "jacqueline12", "jacqueline123",
  "jesus1234567", "jesuschrist1", "jesuschrist123", "jesusislord1", "jesusislord123", "jesusislove1", "jesuslovesme",
  "jesussaves12", "jjjjjjjjjjjj", "jonasbrothers", "jonathan1234", "justinbieber", "justinbieber1", "justinbieber123",
  "juventus1234", "killer123456", "killerkiller", "kkkkkkkkkkkk", "krishna12345", "lamborghini1", "lamborghini123",
  "leagueoflegends", "leavemealone", "leavemealone1", "ledzeppelin1", "letmein12345", "letmein123456", "letmeinletmein",
  "letmeinnow12", "letmeinplease", "linkedin1234", "linkedin12345", "linkinpark12", "linkinpark123", "liverpool123",
  "liverpool1234", "liverpoolfc1", "liverpoolfc123", "lkjhgfdsa123", "llllllllllll", "login1234567", "login123456789",
  "loginlogin12", "loginpassword", "lordoftherings", "loremipsum12", "loremipsum123", "loremipsumdolor", "loveforever1",
  "loveforever123", "lovelovelove", "lovemeforever", "loveyouforever", "lozinka12345", "manager12345", "manager123456",
  "manchester12", "manchester123", "manchesterunited", "manutd123456", "massachusetts", "master123456", "master1234567",
  "master12345678", "masterkey123", "mastermaster", "masterpassword", "maximilian12", "maximilian123", "mercedes1234",
  "mercedesbenz", "mercedesbenz1", "merrychristmas", "merrychristmas1", "metallica123", "metallica1234", "michaeljackson",
  "michaeljackson1", "mickeymouse1", "mickeymouse123", "microsoft123", "microsoft1234", "microsoft12345", "midnight1234",
  "minecraft123", "minecraft1234", "minecraft12345", "mmmmmmmmmmmm", "mnbvcxz12345", "mnbvcxzlkjhgfdsa", "mohammed1234",
  "monkey123456", "monkey1234567", "monkeymonkey", "moonlight123", "moonlight1234", "motdepasse12", "motdepasse123",
  "motdepasse1234", "motherfucker", "motherfucker1", "motherfucker123", "motorcycle12", "motorcycle123", "motorola1234",
  "mustchange12", "mycomputer12", "mycomputer123", "mypassword12", "mypassword123", "mypassword1234", "mypasswordis",
  "mysql1234567", "mysunshine12", "mysunshine123", "naruto123456", "narutouzumaki", "nathaniel123", "network12345",
  "network123456", "neverforget1", "nevergiveup1", "nevergiveup123", "nevermind123", "nevermind1234", "neversaynever",
  "newpassword1", "newpassword12", "newpassword123", "nintendo1234", "nirvana12345", "nnnnnnnnnnnn", "nokia1234567",
  "nopassword12", "nopassword123", "nopasswordhere", "office123456", "office365365", "oldpassword1", "omnamahshivaya",
  "onedirection", "onedirection1", "onedirection123", "onepiece1234", "oooooooooooo", "opensesame12", "opensesame123",
  "operator1234", "operator12345", "oracle123456", "oracleoracle", "p0o9i8u7y6t5", "p@55w0rd1234", "p@ssw0rd1234",
  "p@ssw0rd12345", "p@ssw0rd123456", "p@ssword1234", "p@ssword12345", "pa$$w0rd1234", "pa$$word1234", "packers12345",
  "parola123456", "passphrase12", "passphrase123", "passw0rd1234", "passw0rd12345", "passw0rd123456", "password!123",
  "password!234", "password#123", "password0000", "password0123", "password01234", "password1111", "password1122",
  "password1212", "password123!", "password1234", "password1234!", "password12345", "password123456", "password1234567",
  "password12345678", "password123456789", "password1234567890", "password123password", "password1313", "password1@34",
  "password2000", "password2010", "password2015", "password2016", "password2017", "password2018", "password2019",
  "password2020", "password2021", "password2022", "password2023", "password2024", "password2025", "password2026",
  "password2222", "password321321", "password4321", "password54321", "password6969", "password7777", "password8888",
  "password9999", "password@123", "password@1234", "password_123", "passwordabc1", "passwordpassword", "passwordpassword1",
  "passwort1234", "passwort12345", "passwort123456", "patriots1234", "pennsylvania", "philadelphia", "pikachu12345",
  "pikachu123456", "pinkfloyd123", "pinkpanther1", "playstation1", "playstation123", "playstation2", "playstation3",
  "playstation4", "playstation5", "pleasechangeme", "poiuytrewq12", "poiuytrewq123", "poiuytrewqlkjhgfdsa", "pokemon12345",
  "pokemon123456", "postgres1234", "postgres12345", "postgres123456", "postgrespostgres", "powerrangers", "pppppppppppp",
  "production12", "production123", "purplerain12", "pussypussy12", "q1w2e3r4t5y6", "q1w2e3r4t5y6u7", "q1w2e3r4t5y6u7i8",
  "q1w2e3r4t5y6u7i8o9p0", "q2w3e4r5t6y7", "q2w3e4r5t6y7u8", "qaz123456789", "qazwsx123456", "qazwsxedc123", "qazwsxedcrfv",
  "qazwsxedcrfvtgb", "qazwsxedcrfvtgbyhnujm", "qazwsxqazwsx", "qazxswedc123", "qazxswedcvfr", "qq1234567890", "qqqqqqqqqqqq",
  "quickbrownfox", "qwe123456789", "qwe123asd456", "qwe123qwe123", "qweasd123456", "qweasdqweasd", "qweasdzxc123",
  "qweasdzxc1234", "qweasdzxcqwe", "qweqweqweqwe", "qwer1234asdf", "qwerasdf1234", "qwerasdfzxcv", "qwerqwerqwer",
  "qwerty112233", "qwerty123123", "qwerty123456", "qwerty1234567", "qwerty12345678", "qwerty123456789", "qwerty1234567890",
  "qwerty123qwerty", "qwerty654321", "qwertyasdfgh", "qwertyasdfghzxcvbn", "qwertyqwerty", "qwertyuiop12", "qwertyuiop123",
  "qwertyuiop1234", "qwertyuiop12345", "qwertyuiop123456789", "qwertyuiop1234567890", "qwertyuiop[]", "qwertyuiop[]\\",
  "qwertyuiopas", "qwertyuiopasdf", "qwertyuiopasdfg", "qwertyuiopasdfgh", "qwertyuiopasdfghjkl",
  "qwertyuiopasdfghjklzxcvbnm", "qwertyuiopqwertyuiop", "rainbow12345", "rainbow123456", "rainbowdash1", "ranger123456",
  "raspberry123", "realmadrid12", "realmadrid123", "redbull12345", "redhotchilipeppers", "remember1234", "rememberme12",
  "rememberme123", "resetpassword", "resetpassword1", "root12345678", "root123456789", "rootpassword", "rootpassword1",
  "rootrootroot", "rrrrrrrrrrrr", "saibaba12345", "salasana1234", "salasana12345", "samsung12345", "samsung123456",
  "samsunggalaxy", "sasukeuchiha", "scoobydoo123", "sebastian123", "secret123456", "secret12345678", "secretpassword",
  "secretsecret", "security1234", "security12345", "senha1234567", "senha123456789", "server123456", "serverserver",
  "service12345", "service123456", "serviceaccount", "servicedesk1", "servicedesk123", "shadow123456", "shadowshadow",
  "signin123456", "skateboard12", "skateboard123", "skateboarding", "slipknot1234", "slytherin123", "snowboard123",
  "snowboarding", "snowboarding1", "soccer123456", "softball1234", "spiderman123", "spiderman1234", "spongebob123",
  "spongebob1234", "spongebobsquarepants", "spring123456", "sqlserver123", "sqlserver2019", "ssssssssssss", "starlight123",
  "starwars1234", "starwars12345", "steelers1234", "stephanie123", "stephanie1234", "strawberry12", "strawberry123",
  "student12345", "student123456", "suckmydick12", "summer123456", "summer2020!!", "summertime12", "summertime123",
  "sunflower123", "sunflower1234", "sunshine1234", "sunshine12345", "sunshine123456", "sunshinesunshine", "superadmin12",
  "superadmin123", "superadmin1234", "supercalifragilistic", "supercalifragilisticexpialidocious", "superman1234",
  "superman12345", "superman123456", "supersecret1", "supersecret12", "supersecret123", "superuser123", "superuser1234",
  "supervisor12", "supervisor123", "supervisor1234", "support12345", "support123456", "supportsupport", "swimming1234",
  "sysadmin1234", "sysadmin12345", "sysadmin123456", "system123456", "systemadmin1", "systemadmin123", "systemsystem",
  "taylorswift1", "taylorswift13", "teacher12345", "teacher123456", "temp12345678", "temporary123", "temporary1234",
  "temporarypassword", "temppassword", "temppassword1", "test12345678", "test123456789", "test1234567890", "test1234test",
  "testaccount1", "testaccount123", "testing12345", "testing123456", "testing1234567", "testingtesting", "testpassword",
  "testpassword1", "testpassword123", "testtest1234", "testtest123456", "testtesttest", "testuser1234", "testuser12345",
  "thanksgiving", "thequickbrown", "thequickbrownfox", "thisisapassword", "thisismypassword", "thisispassword",
  "thunderstorm", "thunderstruck", "tigger123456", "tiggertigger", "tinkerbell12", "tinkerbell123", "togetherforever",
  "toortoortoor", "topsecret123", "topsecret1234", "transformers", "transformers1", "trustno1trustno1", "trustnoone12",
  "tttttttttttt", "tweetybird12", "twilight1234", "twitter12345", "unbelievable", "underestimate", "undertaker123",
  "user12345678", "user123456789", "username1234", "username12345", "usernamepassword", "userpassword", "useruseruser",
  "uuuuuuuuuuuu", "valentina123", "volkswagen12", "volkswagen123", "volleyball12", "volleyball123", "vvvvvvvvvvvv",
  "wachtwoord12", "wachtwoord123", "wachtwoord1234", "wasd12345678", "wasdwasdwasd", "watermelon12", "watermelon123",
  "webmaster123", "webmaster1234", "welcome12345", "welcome123456", "welcome1234567", "welcome2020!", "welcome2021!",
  "welcome2022!", "welcome2023!", "welcome2024!", "welcome2025!", "welcome@1234", "welcome@12345", "welcomehome1",
  "welcomewelcome", "whatever1234", "whatever12345", "whatthefuck1", "whitetiger12", "whitewolf123", "windows12345",
  "windows123456", "winniethepooh", "winter123456", "winteriscoming", "wireless1234", "wolverine123", "worldofwarcraft",
  "wwwwwwwwwwww", "xxxxxxxxxxxx", "yankees12345", "youaremysunshine", "youllneverwalkalone", "youtube12345", "yyyyyyyyyyyy",
  "z1x2c3v4b5n6", "zaq12wsxcde3", "zaq12wsxcde34rfv", "zaq1xsw2cde3", "zaq1zaq1zaq1", "zxcasdqwe123", "zxcvbnm,./12",
  "zxcvbnm12345", "zxcvbnm123456", "zxcvbnm123456789", "zxcvbnmasdfghjkl", "zxcvbnmzxcvbnm", "zxcvzxcvzxcv", "zxczxczxczxc",
  "zz1234567890", "zzzzzzzzzzzz",
};
// clang-format on

static int compare(const void *password, const void *entry) {
  return strcmp(password, *(const char *const *)entry);
}

/* A copy with ASCII letters in lower case. */
static char *lower(apr_pool_t *pool, const char *text) {
  char *copy = apr_pstrdup(pool, text);

  for (char *c = copy; *c; c++) {
    *c = (char)apr_tolower(*c);
  }
  return copy;
}

/* Does the password contain the user name, or its part before "@"? */
static bool has_name(apr_pool_t *pool, const char *password, const char *username) {
  char *name = lower(pool, username), *at = strchr(name, '@');

  if (strstr(password, name)) {
    return true;
  }
  if (at == NULL || at - name < NAME_MIN) {
    return false;
  }
  *at = '\0';
  return strstr(password, name) != NULL;
}

const char *collab_new_password_fault(apr_pool_t *pool, const char *password, const char *username) {
  const char *folded = lower(pool, password);

  if (collab_text_length(password) < COLLAB_PASSWORD_MIN) {
    return "must have at least " APR_STRINGIFY(COLLAB_PASSWORD_MIN) " characters";
  }
  if (bsearch(folded, common, sizeof common / sizeof *common, sizeof *common, compare)) {
    return "is one of the most common passwords";
  }
  if (username && has_name(pool, folded, username)) {
    return "must not contain the user name";
  }
  return NULL;
}
