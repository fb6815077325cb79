-- Stems of English words that anybody might write and spell right: 10 to 35 of SCOWL's levels, three to nine letters. A word of a query that nobody's
-- description has is left alone if it is one of these, instead of taken for a mistyped other.
--
-- SCOWL: Copyright 2000-2011 by Kevin Atkinson. Permission to use, copy, modify, distribute and sell these word lists, the associated scripts, the output
-- created from the scripts, and its documentation for any purpose is hereby granted without fee, provided that the above copyright notice appears in all
-- copies and that both that copyright notice and this permission notice appear in supporting documentation. Kevin Atkinson makes no representations about
-- the suitability of this array for any purpose. It is provided "as is" without express or implied warranty.
create table search_known (
    stem        text primary key
);
insert into search_known select unnest(string_to_array(translate('
aardvark aback abacus abandon abat abbey abbot abdomen abduct abet abhor abid abil abject abl ablaz abler ablest abli abnorm
aboard abod abolish abolit abort abound about above abreast abridg abroad abrupt abscess abscond absenc absent absolut absolv
absorb abstain abstract absurd abus abysm abyss academ academi acced accent accept access accid acclaim accompani accord
accost account accru accur accuraci accus accustom ace ach achiev acid acn acorn acoust acquir acquit acr acreag acrid acrobat
acronym across acryl act action activ actor actress actual actuari acumen acut acutest ad adag adam adapt adaptor add addict
addit address adept adequ adher adjac adject adjoin adjourn adjunct adjust admir admiss admit ado adob adopt ador adorn adrift
adroit adult advanc advantag advent adventur adverb advers advert advertis advic advis advisor advisori advoc aeon aerial
aerosol aesthet afar affabl affair affect affirm affix afflict afford affront afield aflam afloat afoot afraid afresh after
afternoon afterward again against age agenc agenda agent aghast agil agit aglow ago agon agoni agonis agre agreement aground
ahead ahoy aid ail ailment aim aimless air aircraft airi airier airiest airlin airmail airport aisl ajar akin ala alarm albeit
albino album alcohol alcov ale alert alga algebra algorithm alia alias alibi alien alight align alik alimoni aliv alkali all
allay alleg allerg allergi allevi alley alli allianc alloc allot allow alloy allud allur alm almanac almond almost aloft alon
along alongsid aloof aloud alpha alphabet alreadi also altar alter altern although alto alway amass amateur amaz amber ambient
ambigu ambiti ambl ambush amen amend amiabl amid amidst amiss ammonia amnesia amnesti amoeba amok among amongst amor amount
amp amper ampl ampler amplest ampli amplifi amulet amus anaem anaemia anagram anal analog analogu analys analysi analyst
analyz anarchi anatomi ancestor anchor anchovi ancient and android anecdot anem anemia anew angel anger angl angler angri
angrier angrili angst anguish angular anim ankl annal annex announc annoy annual annuiti annul anoint anomali anon anonym
anorak anoth answer ant antenna anthem anthil antholog anthrax antic antidot antiqu antler antonym anus anvil anxieti anxious
any anybodi anyhow anyon anyplac anyth anyway anywher aorta apart apathet apathi ape apex apiec aplomb apolog apologis apostl
appal appar apparatus apparel appeal appear appeas append appendix appl applaud applaus appli applic appoint apprais approach
approv apricot apron apt apter aptest aquat arabl arbit arbitrari arbor arbour arc arcad arcan arch archaic archer archeri
archest archiv archway ardent ardor ardour arduous are area arena argu arguabl argument aria arid aris arisen ark arm armi
armor armori armour armouri armpit aroma aros around arous arraign arrang array arrear arrest arriv arrog arrow ars arsenal
arsenic arson art arteri articl artisan artist artwork ascend ascent ascet ascrib asexu ash asham ashcan ashen ashor ashtray
asid ask askanc askew asleep aspect aspen asphalt aspir aspirin ass assail assault assembl assent assert assess asset assign
assist associ assort assum assur asterisk asthma astound astray astrid astronomi astut asylum ate atheism atheist athlet atlas
atom aton atroc attach attack attain attempt attend attent attest attic attir attitud attorney attract attribut auburn auction
audibl audienc audio audit auditor augment august aunt aura aural auster authent author authoris auto autom automat autopsi
autumn avail avaric aveng avenu averag avers avert aviat avid avocado avoid avow aw await awak awaken awar award away awe
awesom awhil awkward awn awok awoken awri axe axi axiom axl aye azalea azur babbl babe babi babier babiest baboon babyish back
backbon backer backlog backspac backward bacon bacteria bacterium bad badder baddest bade badg badger baffl bag bagel baggag
baggi baggier bail bait bake baker bakeri balanc balconi bald balder baldest bale balk ball ballad ballast ballet balloon
ballot balm balmi balmier baloney bamboo ban banal banana band bandag bandi bandier bandit bandwagon bandwidth bang bani
banish banjo bank banker bankrupt banner banquet banter baptis baptism baptiz bar barb barber bard bare barer barest barg
bargain bark barley barman barn baron baroqu barrag barrel barren barrier barrist barter base basement baser basest bash basi
basic basil basin bask basket bass bassoon bast bastard bat batch bath bathroom bathtub baton batsman batter batteri battl
baud baulk bawdi bawdier bawl bay bayonet bayou bayous bazaar be beach beacon bead beadi beadier beagl beak beaker beam bean
bear beard bearer beast beat beaten beater beauti beaver becam because beckon becom bed bedbug bedder bedlam bedrock bedroom
bedsid bedtim bee beech beef beefi beefier beehiv been beeper beer beeswax beet beetl beev befal befel befit before beg began
beggar begin beginn beguil begun behalf behav behavior behaviour behead beheld behind behold beig being belabor belat belch
belfri beli belief believ bell bellboy bellhop belli bellow belong belov below belt bemoan bemus bench bend bender beneath
benefit benign bent bequest bereav bereft beret berri berserk berth beseech beset besid besieg best bestial bestow bet beta
betcha betray better bettor between bewar bewitch beyond bias bib bibl biblic bicker bicycl bid bidden bide big bigami bigger
biggest bigot bigotri bike bikini bile bill billfold billion billow bin binari bind binder bingo biographi biolog biologist
bipe biplan birch bird birth birthday biscuit bisect bishop bison bit bitch bite bitmap bitten bitter bizarr blab black
blacken blacker blackmail bladder blade blame blamer blanch bland blander blank blanker blanket blare blast blaster blatant
blaze blazer bleach bleak bleaker bleari bleat bled bleed blemish blend bless blew blight blimp blind blinder blink blinker
blip bliss blister blith blither blitz blob bloc block blog blogger blond blonder blood bloodi bloom blossom blot blotch
blotter blous blow blown blowout blu blubber blue bluer bluest bluf bluff bluffer blunder blunt blunter blur blurb blurt blush
bluster boa boar board boarder boast boat bob bobbin bobcat bobsl bode bodi bodic bodili bog boggl bogus boil boiler bold
bolder boldest bologna bolster bolt bomb bombard bomber bond bondag bone bonfir boni bonier boniest bonnet bonus boo boobi
book bookend booklet bookshop bookstor boom boon boor boorish boost booster boot boote booth booti bootleg booz bop border
bore boredom born borough borrow bosom boss bossi bossier botani botch both bother bottl bottom bough bought boulder bounc
bound boundari bounti bouquet bourbon bout bovin bow bowel bowl bowler box boxcar boxer boy boycott boyhood boyish bra brace
bracket brag braid brain braini brais brake bran branch brand brandi bras brash brasher brass brassi brat bravado brave braver
braveri bravest bravo brawl brawn brawni bray brazen brazier breach bread breadth break breakdown breakfast breast breath bred
breed breeder breez breezi brethren breviti brew breweri bribe briberi brick bridal bride bridg bridl brief briefer briefli
brigad bright brighter brightest brilliant brim brine bring brini brinier brink brisk brisker bristl brittl broach broad
broadcast broaden broader brocad broil broiler broke broken broker bronco bronz brooch brood brook broom broth brother brought
brow brown browner browni brows bruis brunch brunt brush brusqu brutal brute brutish bubbl buck bucket buckl bud buddi budg
budget buf buff buffalo buffer buffet buffoon bug bugger buggi buggier bugl bugler build builder built bulb bulbous bulg bulk
bulki bulkier bull bulldog bullet bulletin bulli bullion bum bummer bummest bump bumper bumpi bumpier bun bunch bundl bung
bungl bungler bunion bunk bunker bunni buoy buoyant bur burbl burden bureau bureaus burger burgl burglar buri burial burlap
burlier burn burner burnish burnt burp burr burro burrow bursar burst bus buse bush bushel bushi bushier busi busier busiest
busili bust bustl but butcher butler butt butter butteri buttock button buxom buy buyer buzz buzzard buzzer bye bygon bypass
byte byway cab cabaret cabbag cabin cabinet cabl caboos cacao cach cackl cacti cactus cad caddi cadenc cadet caffein cage
cagey cagier cagiest cajol cake calcium calcul calculi calculus calendar calf calib calibr calico calk call caller callous
callow callus calm calmer calmest calori calv cam came camel cameo camera camp campaign camper campus can canal canari cancel
cancer candi candid candl candor candour cane canin canker canneri canni cannier canning cannon cannot cano canon canopi cant
canteen canter canva canvass canyon cap capabl capac cape caper capit capric capsiz capsul captain caption captiv captor
captur car caramel carat caravan carbon carcass card cardboard cardiac care career careless caress cargo caribou carnag carnal
carol carous carp carpet carri carriag carrier carrion carrot cart cartel carton cartoon cartridg carv cascad case cash cashew
cashier casino cask casket cassett cast caster castl castoff casual cat catalog catalogu catcal catch catchi categori cater
catfish cathedr cathol catnap catnip cattl catwalk caucus caught caulk caus causal caustic caution cavalri cave caveat cavern
caviar caviti cavort caw ceas cedar cede ceil celebr celeri cell cellar cellist cello cellular cement censor censur census
cent center centr central centuri ceram cereal ceremoni certain certainti certifi chaf chafe chaff chagrin chain chair
chairman chalet chalic chalk chalki challeng chamber champ champagn champion chanc chang channel chant chao chaotic chap
chapel chapter char charact charg charger chariot chariti charm chart charter chase chasm chassi chast chasten chaster chat
chatter chatti cheap cheapen cheaper cheapest cheapli cheat check checker checkup cheek cheep cheer cheeri chees cheetah chef
chemic chemist chemistri chequ chequer cherish cherri cherub chess chest chestnut chew chewi chewier chi chic chicer chicest
chick chicken chide chief chiefer chiefli child childhood childish children chili chill chiller chilli chime chimney chimp
chin china chink chintz chip chipper chirp chisel chocol choic choicer choir choke cholera choos choosi chop chopper choppi
choral chord chore chortl chorus chose chosen chow chowder chrome chronic chubbi chuck chuckl chug chum chummi chunk chunki
church churn chute cider cigar cigarett cinch cinder cinema cipher circa circl circuit circuitri circul circular circus
cistern cite citi citizen citric citrus civic civil civilian civilis clack clad claim clam clamber clammi clamor clamour clamp
clan clang clank clap clapper claret clarifi clariti clash clasp class classi classic classifi clatter claus claw clay clean
cleaner cleanest cleans clear clearanc clearer clearest cleat cleav cleaver clef cleft clench clergi cleric clerk clever
cleverest click client cliff climat climax climb climber clime clinch cling clinic clink clip cliqu cloak clock clod clog
clone close closer closest closet closur clot cloth cloud cloudi clout clove cloven clover clown clu club cluck clue clump
clumsi clung cluster clutch clutter coach coal coars coarsen coarser coast coastal coaster coat coax cob cobalt cobbl cobbler
cobra cobweb cocain cock cocki cockier cockpit cocoa coconut cocoon cod code coerc coexist coffe coffer coffin cog cogenc
cogent cognac coher coil coin coinag coincid coke cold colder coldest colic collag collaps collar collat colleagu collect
colleg colli collid colon colonel coloni color colour colt column coma comb combat combin come comedi comet comfort comic
comma command commenc commend comment commit committe commod common communal commune communism communist communiti commut
compact compani companion compar compass compel compet compil complain complaint complet complex compli compon compos composit
compost compound compress compris comput comrad con concav conceal conced conceit conceiv concept concern concert concerto
concis conclud concoct concord concret concur condemn condens condit condom condon condor conduct conductor cone confer
confess confid configur confin confirm conflict conform confront confus congeal congest conic conif conjur connect connector
connot conquer conscious consensus consent consid consign consist consol consort constant constrain construct consul consult
consum contact contain contempt contend content contest context contin continu continuum contort contour contract contrari
contrast contriv control conven convent convers convert convex convey convict convinc convoy coo cook cooker cooki cool cooler
coolest coolli coop cooper cop cope copi copier copious copper copyright coral cord cordial cordon core cork corn cornea
corner cornet corni cornier coron corp corpor corps corpus corral correct correl corridor corrod corrupt corsag corset cortex
cosi cosier cosiest cosili cosmic cosmolog cosmos cost costum cot cottag cotton couch cougar cough could council counsel count
counter counti countless countri coup coupl coupon courag courier cours courser court courtesi cousin cove cover coverag
covert covet cow coward cowboy cower cowgirl cowhid cox coy coyer coyest coyot cozi cozier coziest cozili crab crabbi crack
cracker crackl cradl craft crafti crag craggi cram cramp crane cranium crank cranki crap crash crass crasser crate crater
crave crawl crayon craze crazi crazier crazili creak creaki cream creami creas creat creation creativ creator creatur credibl
credit creed creek creep creepi cremat crepe crept crest cretin crevic crew cri crib cricket crime crimin crimson cring crinkl
crippl crise crisi crisp crisper crispi crispli criteria criterion critic criticis croak crochet crock crocus croft croni
crook croon crop croquet cross crosser crossroad crossword crotch crouch crow crowbar crowd crown crucial crucifi crude cruder
crudest cruditi cruel crueler cruelli cruelti cruis cruiser crumb crumbl crummi crumpl crunch crunchi crusad crush crust
crusti crutch crux crybabi crypt cryptic crystal cu cub cube cubic cubicl cuckoo cudd cuddl cue cuf cuff cuisin cull culprit
cult cultur cum cun cup cupboard cur curabl curat curb curd curdl cure curfew curio curios curious curl currant currenc
current curri curs cursor cursori curt curtail curtain curter curtest curtsi curv cushion custard custodi custom customari cut
cutback cute cuter cutest cuticl cutleri cutlet cutter cyanid cycl cyclic cyclist cyclon cylind cymbal cynic cypress cyst czar
dab dabbl dad daddi daemon daft dagger dai daili dainti dairi dais daisi dalli dam damag dame damn damnat damp dampen damper
dampest damsel danc dancer dandi dandier danger dangl dank danker dankest dapper dare dark darken darker darkest darl darn
dart dash data databas date datum daub daughter daunt dawdl dawn day daylight daytim daze dazzl deacon dead deaden deader
deadest deadlin deaf deafer deafest deal dealer dealt dean dear dearer dearest dearth death deav debas debat debit debri
debrief debt debtor debug debugg debunk debut decad decay deceas deceit deceiv decenc decent decibel decid decim decis deck
declar declin decod decorum decoy decre decreas decri dedic deduc deduct deed deem deep deepen deeper deepest deepli deer
defac defam default defeat defect defenc defend defens defer defi defiant deficit defil defin definit deflat deflect deform
defraud defrost deft defter deftest defunct degrad degre deifi deign deiti deject delay delet deli delic delici delight
delimit deliv deliveri delta delud delug delus delux delv demand demean dement demerit demis democraci demolish demon demot
demount demur den deni denial denim denot dens denser densest densiti dent dental dentist depart departur depend depict deplet
deplor deport depos deposit depot deprav depress depriv depth deputi derail derang derid deriv derrick descend descent describ
desert deserv design desir desist desk desktop despair desper despis despit despot dessert destin destini destroy detach
detail detain detect detector deter determin deterr detest detour detract devalu devast develop deviant deviat devic devil
devious devis devoid devolv devot devote devour devout dew diagnosi diagon diagram dial dialect diall dialog dialogu diamet
diamond diaper diari dice dictat diction did die diesel diet dietari differ difficult diffus dig digest digit dignifi digniti
digress dike dilat dilemma dill dilut dim dime dimens dimer dimmer dimmest dimpl din dine diner dinghi dingi dingier dinner
dioces dioxid dip diploma dire direct director directori direr direst dirg dirt dirti dirtier disabl disagre disappear disarm
disast disavow disband disc discard discern discharg disco discord discount discov discoveri discret discus discuss disdain
diseas disguis disgust dish dishonest disk dislik dismal dismay dismiss disobey disord disown dispel display dispos disput
disregard disrupt dissect dissent distanc distant distend distil distinct distort distract distress district disturb disus
ditch dither ditti ditto dive diver diverg divers divert divest divid divin divis divisor divorc divulg dizzi dizzier docil
dock doctor doctrin document dodg dodo doe doer does dog dogma dogwood doili doing dole doll dollar dolli dolphin domain dome
domest domin domino don donat done donkey donor doodl doom door doorman doormen doorway dope dopey dopier dopiest dormant
dorsal dos dose dot dote doubl doubli doubt doubtless dough dour dourer dourest dous dove dowdi dowdier down downhil downi
downier downright downward dowri doze dozen drab drabber draft drafti drag dragon drain drama dramat drank drape draperi
drastic draught draw drawback drawer drawl drawn dread dream dreamer dreami dreamt dreari dredg dreg drench dress dresser
dressi drew dri dribbl drier driest drift drili drill drink drinker drip drive drivel driven driver drizzl droll droller drone
drool droop drop dropout dross drought drove drown drows drowsi drudg drug drum drummer drunk drunken drunker dryer dryli
dryness drys dual dualism dub dubious duchess duck duct dud dude due duel duell duet duff dug dugout duke duli dull duller
dullest dulli dumb dumber dumbest dummi dump dumpi dumpier dumpster dunc dune dung dungeon dunk dunno duo dupe duplex duplic
durabl durat duress during dusk duski duskier dust dustbin dusti dustier dustmen dustpan duti duvet dwarf dwell dweller dwelt
dwindl dy dye dyke dynam dynamo dynasti each eager eagl ear earach eardrum earl earli earlier earliest earmark earn earner
earnest earring earshot earth earthi eas easel easi easier easiest easili east eastern eat eaten eater eav eb ebb eboni
eccentr echo eclips ecolog econom economi ecstasi eczema eddi edg edger edgi edgier edgiest edibl edict edific edit editor
editori educ eel eeri eerier eeriest effect effici effigi effort eg egg ego egoism egot egotist eight eighteen eighth eighti
either eject eke elabor elaps elast elat elbow elder eldest elect elector electr electron eleg elegi element eleph elev eleven
elf elicit elig elimin elit elitist elk ellips elm elop els elsewher elud elus elv email eman emb embalm embargo embark
embarrass embassi embed ember emblem embodi emboss embrac embryo emerald emerg emin emir emit emot empathi emperor emphas
emphasi emphasis empir employ employe empow empress empti emptier emul enabl enact enamel encas enchant enclos encod encor
encount encourag end endear endeavor endeavour endem endiv endless endors endow endur endway enema enemi energi enforc engag
engin engrav engross engulf enhanc enigma enjoy enlarg enlighten enlist enliven enmiti enorm enough enquir enquiri enrag
enrich enrol ensign enslav ensu ensur entail enter entertain enthral entic entir entireti entiti entitl entranc entrant entrap
entreat entri entropi entrust entwin envelop envi envious envisag envoy enzym eon epaulet epic episod epitaph epithet epitom
epoch epsilon equal equat equin equinox equip equiti er era eras erasur erect ergo erod eros erot err errand errant errat
erron error erudit erupt escap escort esoter essay essenc essenti establish estat esteem estim etch etern ether ethic ethnic
etho etymolog eulog eureka evad evalu evas eve even evenest event eventu ever everi everybodi everyday everyon evict evid evil
evilest evok evolut evolv ewe exact exalt exam examin exampl exceed excel except excerpt excess exchang excis excit exclaim
exclud exclus excret excus execut exempt exercis exert exhal exhaust exhibit exhort exhum exil exist exit exodus exot expand
expans expect expel expend expens expert expertis expir expiri explain explicit explod exploit explor explos export expos
exposur expound express extant extend extens extent extern extinct extol extort extra extract extrem extremist exud exult eye
eyebal eyebrow eyelash eyelid eyesight eyesor fabl fabric facad face facet facial facil fact faction factor factori factual
faculti fad fade faec faggot fagot fail failur faint fainter faintest fair fairer fairest fairi faith fake falcon fall fallaci
fallen fallout fals falser falsest falsifi falsiti falter fame famili familiar famin famous fan fanat fanci fancier fanfar
fang fantasi fantast far faraway farc fare farewel farm farmer farther farthest fascin fascism fascist fashion fast fasten
faster fastest fat fatal fate father fathom fatigu fatten fatter fattest fatti fattier fatuous faucet fault faulti fauna favor
favorit favour favourit fawn faze fear feasibl feast feat feather featur fece fed feder fee feebl feebler feed feedback feeder
feel feeler feet feign feint felin fell feller fellest fellow felon feloni felt femal feminist fen fenc fend fender ferment
fern ferret ferri fertil fervent fervor fervour fester festiv festoon fetch fete fetid fetish fetter fetus feud feudal fever
few fewer fewest fez fezz fiasco fib fibber fiber fibr fich fickl fickler fiction fidd fiddl fiddler fidget fidgeti field
fiend fierc fiercer fieri fierier fiesta fifteen fifth fifti fig fight fighter figment figur filch file filet fill filler
fillet filli film filmi filmier filter filth filthi fin final finalis financ financi finch find fine finer finess finest
finger finicki finish finit fir fire firearm firefli fireman firemen firework firm firmer firmest first fiscal fish fisher
fisheri fishi fishier fission fissur fist fit fitter fittest five fiver fix fixabl fixtur fizz fizzi fizzl flabbi flag flail
flair flak flake flaki flakier flame flank flannel flap flare flash flasher flashi flask flat flatten flatter flaunt flavor
flavour flaw flea fleck fled fledg flee fleec fleeci fleet fleeter flesh fleshi flew flex flexibl fli flick flicker flier
fliest flight flighti flimsi flinch fling flint flip flipper flirt flit float flock flog flood flooder floor flop floppi flora
floral florid florist floss flounc flour flout flow flower floweri flown flu flue fluenci fluent fluf fluff fluffi fluid fluke
flung flunk flunki flurri flush flusher fluster flute flutist flutter flux flyer flyover foal foam foami foamier focal focus
fodder foe fog fogey foggi foggier foghorn fogi foibl foil foist fold folder foliag folk folksi folli follow foment fond
fonder fondest fondl font food fool foolish foot footag footbal footnot for forag foray forbad forbear forbid forbidden forbor
forc forcep forcibl ford fore forearm forecast forego foreign foreleg foreman foremen foresaw forese forest forev forfeit forg
forgav forger forgeri forget forgiv forgiven forgo forgon forgot forgotten fork forlorn form formal format former formula
forsak forsook fort forth forti fortifi fortnight fortun forum forward forwent fossil foster fought foul fouler foulest found
founder foundri fount fountain four fourteen fourth fowl fox foxi foxier foxiest foyer fraca fractal fraction fragil fragment
frail frailer frailti frame framework franc frank franker frantic fraud fraught fray freak freckl free freed freedom freeli
freer freest freeway freez freezer freight french frenzi frequenc frequent fresh freshen fresher fret fri friar friction
friend friez frigat fright frighten frigid frill frilli fring frisk friski fritter frivol frizzi fro frock frog frolic from
frond front frontal frost frosti froth frothi frown froze frozen frugal fruit fruiti frustrat fudg fuel fuell fulcrum fulfil
full fuller fullest fulli fumbl fume fun function fund funer fungi fungus funnel funner funnest funni funnier funniest funnili
fur furi furious furl furlong furnac furnish furnitur furor furri furrier furrow further furthest furtiv fuse fusion fuss
fussi fussier futil futur fuzz fuzzi fuzzier gab gabl gadget gag gaieti gaili gain gait gal gala galact galaxi gale gall
gallant galleri galley gallon gallop gallow galor gambit gambl gambler game gamer gamest gamma gamut gander gang gangway gap
gape garag garb garbag garbl garden gargl garish garland garlic garment garnet garnish garret garter gas gase gaseous gash
gasket gasolin gasp gass gastric gate gateway gather gaudi gaudier gaug gaunt gaunter gauz gave gavel gawk gawki gawkier gay
gayer gayest gaze gazell gazett gear gee geed gees gel gelatin geld gem gender gene genera general generat generic generous
genes genesi genet geni genial genii genit genius genocid genr gent gentil gentl gentleman gentlemen gentler gentri genuin
genus geographi geolog geometri gerbil germ gestur get getaway geyser ghast ghetto ghost ghoul giant gibber gibberish gibe
giddi giddier gift gig giggl gild gill gilt gimm gimmick gin ginger gingham giraff girder girdl girl girlish girth gist give
given gizzard glacial glacier glad gladden gladder glade glamour glanc gland glare glass glassi glaze gleam glean glee glen
glib glibber glibli glide glider glimmer glimps glint glisten glitter gloat global globe globul gloom gloomi glori glorifi
glorious gloss glossi glove glow glower glu glucos glue glum glummer glut glutton gnarl gnash gnat gnaw gnome gnu gnus go goad
goal goali goat goate gob gobbl goblet goblin god goddess godless godlier godlik godsend goe goggl gold golden goldfish golf
golfer gondola gone goner gong gonna goo good goodby goodi gooey goof goofi goofier gooier gooiest goon goos gopher gore gorg
gorgeous gori gorier goriest gorilla gosh gosl gospel gossip got gotten goug goulash gourd gourmet gout govern governor gown
grab grabber grace grade grader gradual graduat graffiti graffito graft grain gram grammar grand grander granit granni granola
grant granul grape graph graphic grappl grasp grass grassi grate grater gratifi grave gravel graven graver gravest gravi
graviti gray grayer grayest graze greas greasi great greater greatest greed greedi green greener greet gremlin grenad grew
grey greyer greyest grid griddl grief griev grill grim grimac grime grimi grimier grimmer grin grind grinder grip gripe grisli
gristl grit gritti grizzli groan grocer groceri groggi groin groom groov groovi grope gross grosser grossli grotto grouch
grouchi ground group grouper grous grove grovel grow grower growl grown growth groyn grub grubbi grudg gruel gruff gruffer
gruffli grumbl grumpi grunt guarante guard guess guest guffaw guid guidanc guidelin guil guild guilt guilti guinea guis guitar
gulch gulf gull gullet gulli gullibl gulp gum gumdrop gummi gummier gun gunfir gunman gunmen gunner gunshot guppi gurgl guru
gurus gush gusher gust gusti gustier gut gutter guy guzzl gybe gym gymnast gyrat habit habitat hack hacker hackney hacksaw had
haddock hag haggard haggl hail hair haircut hairdo hairi hairier hale haler halest half halfway halibut hall hallway halo
halon halt halter halv ham hamlet hammer hammock hamper hamster hand handbag handbook handi handicap handier handl handler
handout hang hangar hanger hangout hangov hanker hapless happen happi happier happiest happili har harass harbor harbour hard
hardback harden harder hardest hardi hardier hardship hardwar hare harem hark harlot harm harmless harmoni harp harpist
harpoon harri harrow harsh harsher hart harvest has hash hassl hast hasten hasti hastier hastili hat hatch hatchet hate hatr
haughti haul haunt have haven having havoc hawk hay haywir hazard haze hazel hazi hazier haziest head headach header headi
headier headlin headway heal healer health healthi heap hear heard hears hearsay heart hearten hearth hearti heartili heat
heater heath heathen heather heav heaven heavi heavier heaviest heavili heckl heckler hectic hedg heed heel hefti heftier
heifer height heinous heir held helium hell hellish hello helm helmet help helper helpless hem hemlock hemp hen henc her
herald herb herd here herebi herein heresi heret heritag hermit hernia hero heroic heroin heroism heron herp herring hers
herself hes hesit hew hexagon hey heyday hiatus hiccup hick hickori hid hidden hide hideous hierarchi high higher highest
highlight highway hijack hike hiker hilari hill hilli hillier hilt him himself hind hinder hindsight hing hint hip hipper
hippest hippi hire his hiss histor histori historian hit hitch hither hitherto hive ho hoard hoarder hoars hoarser hoax hobbi
hobbit hobbl hobnob hobo hock hockey hoe hog hoist hold holder holdup hole holi holiday holier holiest holler holli hollow
holster homag home homey homier homiest homonym hone honest honesti honey honk honor honorari honour hood hoodlum hoof hook
hoop hooray hoot hooter hoov hop hope hopeless hopper hord horizon hormon horn hornet horni hornier horribl horrid horrif
horrifi horror hors hose hosieri hospit host hostag hostel hostess hostil hot hotb hotel hothead hotter hottest hound hour
hous household hove hovel hover how howev howl hu hub hubbub huddl hue huf huff huffi huffier hug huge huger hugest huh hulk
hull hum human humbl humbler humbug humdrum humid humor humour hump hunch hundr hung hunger hungri hunk hunt hunter hurdl hurl
hurrah hurri hurt hurtl husband hush husk huski huskier huskili hustl hustler hut hutch hybrid hydrant hydrogen hyena hygien
hymn hymnal hyphen hypocrisi hypocrit ice iceberg ici icicl icier iciest icon idea ideal ident identifi ideolog idioci idiom
idiot idl idler idlest idol idolis idyl if igloo ignit ignor iguana ilk ill illeg illicit illog illus imag imageri imagin
imaginari imbal imit immatur immedi immens immers immin immor immort immun imp impact impair impal impart impass impeach imped
impel impend imperfect imperi imperil impetus imping impish implant implement impli implicit implor import impos impound
impress imprint imprison improv impuls impur in inabl inan inanest inborn inbr inbre inbuilt incap incens incent incest inch
incid incisor incit inclin includ inclus incom incorrect increas increment incur inde indent index indic indict indigo
indirect indoor induc induct indulg industri inept inert inertia inexact infam infami infanc infant infantil infect infer
inferior inferno infest infidel infield infin infinit infirm infix inflam inflat inflict influenc influx info inform infus
ingeni ingest ingrain inhabit inhal inher inherit inhibit inhuman initi inject injur injuri injustic ink inki inkier inkiest
inkl inlaid inland inlay inlet inmat inn innard innat inner inning innoc input inquest inquir inquiri insan insect insecur
insert insid insidi insight insipid insist insofar inspect inspir instal instanc instant instead instep instil instinct
institut instruct insular insulin insult insur intact intak integ integr intellect intend intens intent inter interact
interest interfac interfer interim interior intern interpret interrupt interv interven interview intim into intrins introduc
intrud intuit invad invalid invas invent inventor invers invert invest invis invit invoic invok involv inward iodin ion iota
irat ire iri iris irk iron ironi irrit isl island isol issu isthmus ital itch itchi itchier item itemis iter its itself ivi
ivori jab jabber jack jackal jackass jackdaw jacket jackpot jade jag jaguar jail jailer jalopi jam jamb jangl janitor jar
jargon jaunt jaunti javelin jaw jawbon jay jaywalk jazz jealous jean jeer jell jelli jerk jerki jerkier jersey jest jester jet
jetti jewel jewelri jibe jiffi jig jiggl jigsaw jilt jingl jinx jitter jitteri job jockey jocular jog jogger join joint joke
joker jolli jollier jolt jostl jot journal journey jovial joy joyous jubile judg judgement judgment judo jug juggl juggler
jugular juic juici juicier jumbl jumbo jump jumper jumpi jumpier junction jungl junior junip junk junket junki junta juri
juror just juster justest justic justifi jut jute juvenil karat kayak keel keen keener keenest keep keeper keg kelp ken kennel
kept kerb kernel ketchup kettl key keyboard keyhol keynot keystrok keyword khaki kick kickoff kid kidnap kidney kill killer
kiln kilo kilt kimono kin kind kinda kinder kindest kindl kindr kinfolk king kingdom kink kinki kinkier kinship kiosk kipper
kiss kit kitchen kite kitten kitti kiwi knack knacker knead knee kneecap kneed kneel knelt knew knife knight knit knive knob
knock knocker knoll knot knotti know knowledg known knuckl koala kosher kowtow kudo lab label labor labour lace laci lacier
laciest lack lacquer lad ladder lade laden ladi ladl ladybug lag lager laggard lagoon laid lain lair lake lamb lambda lame
lament lamer lamest lamp lampoon lanc land lander landlord landscap lane languag languid languor lanki lankier lantern lap
lapel laps larceni lard larg larger largest lark larva larynx laser lash lass last latch late latent later latest latex lath
lather latrin latter lattic laud laugh laughter launch launder laundri laurel lava lavatori lavish law lawless lawn lawsuit
lawyer lax laxer laxest laxiti lay layer layman laymen layout lazi lazier laziest leach lead leaden leader leaf leafi leafier
leaflet leagu leak leakag leaki lean leaner leanest leap leapt learn learnt leas leash least leather leav lectern lectur led
ledg ledger lee leech leek leer leeri leerier leeway left lefter leftest leg legaci legal legend legendari legibl legion legum
leisur lemm lemon len lend length lengthi lenient lens lent lentil leopard leotard leper leprosi lesbian lesion less lessen
lesser lesson lest let letdown lethal letter lettuc letup leve level lever levi leviti lewd lewder lewdest lexic lexicon
liabil liabl liaison liar libel liber liberti librari librarian lice licenc licens lichen lick lid lie lieu life lifestyl
lifetim lift light lighten lighter lightest lightn likabl like liken liker likest likewis lilac lili lilt limb limber limbo
lime limit limp limper limpest line lineag linear linen liner linger lingo link linkag linker lint lion lioness lip liquefi
liqueur liquid liquor lisp list listen lit litani liter literari lith lither lithest lithium litr litter littl littler liturgi
livabl live liven liver livest livid lizard llama load loader loaf loafer loam loan loath loav lob lobbi lobe lobster local
locat lock locker locket locust lodg lodger loft lofti loftier log logger logic logo loin loiter loll lone long longer longest
longish look lookout loom loon looni loonier loop loophol loos loosen looser loosest loot lop lope lord lore lorri lose loser
loss lost lot lotion lotteri lotus loud louder loudest loung lous lousi lousier lovabl love lover low lowdown lower lowest
lowli lowlier loyal loyalti lozeng lucid luck lucki luckier luckili ludicr lug luggag lull lullabi lumber lump lumpi lumpier
lunaci lunar lunat lunch lunchtim lung lupin lurch lure lurid lurk lush lusher lushest lust luster lusti lustier lustr lute
luxuri lye lymph lynch lyre lyric macabr mace machet machin machineri macho mad madam madcap madden madder maddest made madman
madmen magazin magenta maggot magic magnat magnet magnifi magnitud magnum magpi maid maiden mail mailbox mailman mailmen maim
main mainfram maintain maiz majesti major make maker makeup maladi malaria male malic malici malign mall mallard mallet malt
mama mamma mammal mammoth man manacl manag mandat mandatori mane mang manger mangi mangier mangl mango manhol manhood mani
mania maniac manic manifesto mankind manlier manner mannish manor manpow mansion mantel mantl manual manur map mapl mapper mar
marbl march marcher mare margin maria marin marina marit mark marker market maroon marque marri marriag marrow marsh marshal
marshi mart martial martin martyr marvel mas mascara mascot mash mask mason masonri mass massag massiv mast master masteri mat
matador match mate materi math matric matrix matron matt matter matur maudlin maul mauv maxim maxima maximis maximum may mayb
mayhem mayor maze meadow meager meagr meal meali mealier mean meander meaner meanest meant meantim meanwhil measl measli
measur meat mechan medal meddl meddler media median mediat medic medicin mediev medium medley meek meeker meekest meet megabyt
megaton mellow melod melodi melon melt member memento memo memoir memor memori men menac mend menial mental menthol mention
mentor menu menus meow merci mercuri mere merest merg merger merit mermaid merri merrier merrili mes mesh mess messag messi
messier met metal metaphor mete meteor meter method metr metric metro mettl mew miaow mice microb microwav midday middl midget
midnight midriff midst midway midwif mien might mighti migrant migrat mike mild milder mildest mildew mile mileag militari
militia milk milker milki milkier milkman milkmen mill miller million mime mimic mimicri minc mind mindless mine miner mingl
minibus minim minimis minimum minion minist mink minnow minor mint minuet minus minut miracl mirag mire mirror mirth misde
misdirect miser miseri misfit misguid mishap misl mislaid mislay mislead misplac misprint misread miss missil mission missiv
mist mistak mistaken misti mistier mistook mistyp misus mite mitt mitten mix mixer mixtur mnemon moan moat mob mobil mock
mockeri mod modal mode model moder modern modest modesti modicum modifi modul modular mohair moist moisten moister molar mold
moldi moldier mole molecul molecular molest mollifi mollusc mollusk molt molten mom moment momentum monarch money mongrel moni
monitor monk monkey monopoli monsoon monster month moo mood moodi moodier moodili moon moor moos moot mop mope moral morass
morbid more moreov morgu morn moron moros morsel mortal mortar mortifi mosaic mosqu moss mossi mossier most motel moth mother
motif motion motiv motley motlier motor motorway motto mould mouldi moult mound mount mountain mourn mourner mous mousi
mousier mouss mouth movabl move movement mover movi mow mower much muck mucous mucus mud muddi muddier muddl muf muff muffin
muffl muffler mug mugger muggi muggier mulch mule mull multi multipl multipli mum mumbl mummi mummifi mump munch mundan mural
murder murki murkier murmur muscl muse museum mush mushi mushier music musician musk musket muss mussel must mustang mustard
muster musti mustier mutant mutat mute muter mutest mutini mutt mutter mutton mutual muzzl myopic myriad myself mysteri mystic
mystifi myth mythic mytholog nab nag nail naiv naiver naivest naiveti nake name nameless nap napalm nape napkin nappi narrat
narrow narrowest nasal nasti nastier nastiest nastili nation nativ natti nattier natur naught naughti nausea naval navel navi
nay near nearbi nearer nearest neat neater neatest nebula necess necessari neck neckti nectar need needi needier needl
needless negat neglect negoti neigh neighbor neighbour neither neon nephew nerv nervous nest nestl net nether nettl network
neural neuron neuter neutral neutron never new newbi newborn newcom newer newest newli news newsi newsier newspap newt newton
next nibbl nice nicer nicest niceti nich nick nickel nicknam niec nifti niftier nigh night nightmar nil nimbl nimbler nine
nineti ninni ninth nip nippi nippier nippl nit nitrat nitwit nobl nobler noblest nobli nobodi nod node noe nois noisi noisier
noisili nomad nomin nomine non none nonsens nonstop noodl nook noon noos nor norm normal north northern nose nosi nosier
nosiest nostalgia nostril not notabl notat notch note noth notic notifi notion notori nougat nought noun nourish nova novel
novelti novic now nowaday nowher noxious nozzl nuanc nuclear nuclei nucleus nude nuder nudest nudg nuditi nugget nuisanc null
nullifi numb number numbest numer nun nuptial nurs nurseri nurtur nut nutmeg nutti nuttier nuzzl nylon nymph oaf oak oar oas
oasi oath oatmeal obelisk obes obey object oblig obliqu oblong obnoxi obo obscen obscur observ obsess obsolet obstruct obtain
obtus obvious occas occupi occur ocean octagon octal octav octopus ocular odd odder oddest odditi ode odious odor odour of off
offbeat offenc offend offens offer offhand offic offici offload offset offspr often ogl ogr oh ohm oil oili oilier oiliest
okay okra old olden older oldest oliv omega omelet omen omin omiss omit omnibus once one oner oneself ongo onion only onrush
onset onto onus onward oodl ooz opal opaqu open openest oper opera operand opinion opium opossum oppon oppos opposit oppress
opt optic optim optima optimis optimum option opul opus oracl oral orang orat oratori orbit orchard orchestra orchid ordain
ordeal order ordinari ore organ organis orgasm orgi orient orific origin ornat orphan orthodox osmosi ostrich other otherwis
otter ouch ought ounc our ours ourselves oust ouster out outcast outcom outcri outdat outdid outdo outdon outdoor outer outfit
outgo outgrew outgrow outing outlaid outlast outlaw outlay outlet outlin outliv outlook outpost output outrag outran outright
outrun outset outsid outward outweigh outwit ova oval ovari ovat oven over overal overcam overcom overdid overdo overdraft
overdu overeat overflow overhead overlap overlay overli overload overlong overlook overnight overpric overran overrid overrod
overrun oversaw overse oversea overt overtim overton overus overview overwhelm ovum owe owl own owner ownership oxen oxid
oxidis oxygen oyster ozon pace pacif pacifi pack packag packer packet pact pad paddi paddl paddock padlock pagan page pageant
pager pagoda paid pail pain painless paint painter pair pajama pal palac palat pale paler palest palett pall pallid pallor
palm paltri pamper pan panacea pancak panda pander pane panel pang panic panicki pansi pant panther panti pantri pap papa
papaci papal papaya paper paperback paprika papyri papyrus par parabl parad paradis paradox paragon paragraph parallel paramet
paranoia paranoid parasol parcel parch pardon pare parent parish pariti park parka parkway parlor parlour parochi parodi parol
parrot pars parsec parser parsley parsnip parson part partak parti partial particl partit partner partook pas pass passag
passeng passer passion passiv passport password past pasta pastel pasti pastier pastim pastor pastri pastur pat patch patchi
pate patent path pathet patho pathway patienc patient patio patriot patrol patron patronis patter pattern patti pauciti paunch
paunchi pauper paus pave pavement paw pawn pay payabl payer payload payment payoff payrol pea peac peach peacock peak peal
peanut pear pearl peasant peat pebbl pecan peck peculiar pedal pedant pedantri peddl peddler pedlar peek peel peep peer peev
peevish peg pelican pellet pelt pelvi pelvic pen penal penalti penanc penc pencil pend pendant penguin peni penis pennant
penni pension pensiv peon peoni peopl pep pepper per perceiv percent perch perfect perform perfum perhap peril period perish
perjur perjuri perk perki perkier perman permit perpetu perplex persecut persist person persona personnel persuad pert pertain
perter pertest perturb perus pervad pervers pervert peski peskier pest pester pet petal peter petit petrifi petrol petti
pettier petunia pew pewter phantom pharmaci phase phenomena phlegm phobia phoenix phone phoney phoni phonic phonier photo
photocopi photon phrase physic physicist pianist piano piccolo pick pickax picket picki pickier pickl pickup picnic pictur
piddl pie piec pier pierc pieti pig pigeon piggish pigment pigpen pigtail pike pile pilfer pilgrim pill pillag pillar pillow
pilot pimpl pimpli pin pinch pine pinion pink pinker pinkest pint pioneer pious pipe pipelin piqu piraci piranha pirat pis
pistol piston pit pitch pitcher piteous pitfal pithi pithier piti pivot pixi pizza placard placat place placid plagu plaic
plaid plain plainer plan planar plane planet planetari plank planner plant planter plaqu plasma plaster plastic plate plateau
platform platoon platter plausibl play player playpen plaza plea plead pleas pleasant pleasur pleat pledg plenti pli pliabl
pliant plier plight plod plop plot plotter plough plow ploy pluck plucki plug plum plumag plumb plumber plume plummet plump
plumper plunder plung plunger plural plus pluse plush plusher plywood poach poacher pocket pod podium poem poet poetic poetri
point pointer pointless pois poison poke poker pokey poki pokier pokiest polar pole polem polic policeman polici polio polish
polit polka poll pollen pollut polo polygon polyp pomp pompous poncho pond ponder poni pontoon poodl pool poop poor poorer
poorest pop popcorn pope poplar poppi popul populac popular porch pore pork porous port portabl portal portend portent porter
portico portion portray pose posi posit possess possibl possum post postag postal postbox postcard poster postman postmen
postpon postul postur pot potato potenc potent potenti pothol potion potter potteri pouch poultri pounc pound pour pout
poverti powder powderi power powwow practic practis pragmat prairi prais pram pranc prank prattl prawn pray prayer preach
preced precious precis predict preempt preen prefab prefac prefect prefer prefix pregnanc pregnant prejudic prelud prematur
premier premis premium prepaid prepar prepay prescrib presenc present preserv presid press pressur presto presum pretend
pretext pretti pretzel prevail preval prevent preview previous prey pri price prick prickl pride priest prim primal primari
primarili primat prime primer primit primmer primp princ princip principl print printer printout prior prioriti prise prism
prison privaci privat privi privier privileg prize pro probabl probe problem procedur proceed process processor proclaim
procur prod prodigi produc product profan profess professor proffer profil profit profound profus progeni program programm
progress prohibit project prolong prom promin promis promot prompt prone prong pronoun pronounc proof prop propel proper
properti prophet propos pros prose prosecut prospect prosper protect protein protest protocol proton prototyp proud prouder
prove proven proverb provid provis proviso provok prow prowess prowl prowler proxi proxim prude prudent prudish prune psalm
pseudo psych psychic pub puberti public publicis publish puck pucker pud puddl pudgi pudgier pueblo puf puff puffer puffi
puffier puke pull pulley pulp pulpit puls pulsat puma pumic pummel pump pumpkin pun punch punctur pundit pungent puni punier
puniest punish punk punker punkest punt punter pup pupil puppet puppi pur purchas pure purer purest purg purifi puriti purpl
purpler purport purpos purr purs pursu pursuit pus push pusher pushi pushier puss pussi pussier put putrid putt putter putti
puzzl pyjama pyramid pyre python qua quack quail quaint quak qualifi qualiti qualm quantiti quantum quark quarrel quarri quart
quarter quartet quartz quash quaver quay queasi queen queer queerer quell quench queri quest question queu queue quibbl quich
quick quicken quicker quickest quiet quieter quietest quill quilt quinin quintet quip quirk quirki quit quitter quiver quiz
quizz quorum quot quota quotat rabbi rabbit rabbl rabi rabid raccoon race racer raci racial racier raciest racism racist rack
racket radar radial radiant radiat radic radii radio radish radium radius raffl raft rafter rag rage ragtim raid raider rail
railroad railway rain rainbow raini rainier rais raisin rake ralli ram rambl rambler ramp rampag rampant ramrod ran ranch
rancher rancid rancor rancour random rang ranger rank ranker rankest rankl ransack ransom rant rap rape rapid rapist rapport
rapt raptur rare rarer rarest rariti rascal rash rasher rashest rasp raster rat rate rather ratifi ratio ration rational ratti
rattl rattler raucous ravag rave ravel raven ravin ravish raw rawer rawest ray rayon raze razor reach react reaction reactor
read readabl reader readi readier readili real realer realest realis realism realist realiti realiz realli realm realti ream
reap reaper rear rearrang reason reassur rebat rebel rebind rebirth reborn rebound rebuff rebuild rebuilt rebuk rebut recal
recant recap reced receipt receiv recent recept recess recip recipi recit reckless reckon reclaim reclin reclus recogn
recognis recoil recommend reconcil record recount recoup recov recoveri recruit rectal rectangl rectifi rector rectum recur
recurs recycl red redden redder reddest redeem redefin redhead redid redirect redo redon redraft redraw redress reduc reduct
redund reed reef reek reel reelect refer refere refil refin reflect reflex reform reformat refrain refresh refuel refug refuge
refund refus refut regain regal regalia regard regatta regent regim regimen region regist regress regret regular rehash reign
rein reinstat reiter reject rejoic rejoin relaid relaps relat relax relay releas relent relev reli reliabl reliant relic
relief reliev religi religion relish reliv reload reluct remad remain remaind remak remark remedi rememb remind remiss remit
remnant remodel remors remot remov renam rend render rendit reneg renew renown rent rental reopen repaid repair repay repeal
repeat repel repent rephras replac replay replet repli replica report repos repres repress reprint reproduc reprov reptil
repuls reput request requiem requir requisit reread rerout resal rescind rescu rescuer research resembl resent reserv reset
resid residu resign resin resist resolv resort resound resourc respect respit respond respons rest restart restiv restor
restrain restrict result resum retail retain retard retch rethink retina retir retort retrac retract retreat retri retriev
return retyp reunion reunit reus rev revamp reveal revel revelri reveng revenu rever reveri revers revert review revil revis
revisit reviv revok revolt revolv revu revv reward rewind rework rewrit rewritten rewrot rhino rhubarb rhyme rhythm rib ribbon
rice rich richer richest ricketi rid ridden riddl ride rider ridg rife rifer rifest rifl rift rig right righter rigid rigor
rigour rile rim rind ring ringlet rink rins riot rioter riotous rip ripe ripen riper ripest ripost rippl rise risen riser risk
riski riskier rite ritual rival rivalri river rivet roach road roam roar roast rob robber robberi robe robin robot robust rock
rocker rocket rocki rockier rod rode rodent rodeo roe rogu roguish role roll roller roman romanc romant romp roof rook rooki
room roomi roomier roost rooster root rooter rope rosari rose rosi rosier rosiest roster rostrum rot rotari rotat rote rotor
rotten rotund rotunda roug rough roughen rougher round rounder rous rout router routin row rowboat rowdi rowdier royal royalti
ru rub rubber rubbish rubbl rubi rubier rubiest rubric ruckus rudder ruddi ruddier rude ruder rudest rue rueful ruf ruff
ruffian ruffl rug rugbi ruin ruinous rule ruler rum rumbl rummag rummer rummest rummi rumor rumour rump rumpl run runaway
rundown rune rung runner runni runnier runt runway ruptur rural ruse rush rust rusti rustic rustier rustl rustler rut rye
saber sabotag sabr sac sack sacr sacrific sad sadden sadder saddest saddl sade sadism sadist safari safe safeguard safer
safest safeti saffron sag saga sage sager sagest said sail sailor saint sake saki salabl salad salami salari sale salesman
salient saliva salli sallow salmon salon saloon salt salter saltest salti saltier salut salv salvag salvat same sampl sampler
sand sandal sandbag sandi sandier sandman sandmen sandwich sane saner sanest sang saniti sank sap sapl sarcasm sarcast sardin
sari sash sassi sassier sat satan satchel satellit satin satir satisfi sauc saucer sauci saucier sauna saunter sausag savag
save saver savior saviour savor savori savour savouri savvi savvier saw sawdust say scab scalar scald scale scali scalier
scallop scalp scalpel scamper scan scandal scanner scant scanter scanti scar scarc scarcer scare scarf scari scarier scarlet
scarv scatter scenario scene sceneri scenic scent scepter sceptic sceptr schedul scheme schemer scholar school scienc
scientist scissor scof scoff scold scoop scoot scooter scope scorch score scorer scorn scotch scour scourg scout scowl scram
scrap scrape scratch scrawl scrawni scream screech screen screw screwi scribe script scroll scrub scruff scruffi scrupl scuf
scuff scuffl scum scurri scuttl scyth sea seafood seal seam seaman seamen seaport sear search seasick seasid season seat seawe
seced seclud second secondari secreci secret secretari sect section sector secular secur sedan sedat seduc see seed seedi
seedier seek seem seen seep seepag seer seesaw seeth segment seiz seizur seldom select self selfish sell seller selv semant
semen seminar senat send sender senil senior sens sensat sensibl sensit sensor sensori sensual sent sentenc sentient sentiment
sentri separ sequel sequenc sequin seren seri serial serious sermon serpent serum serv servant server servic servil session
set setback setter settl settler seven seventh seventi sever sew sewag sewer sewn sex sexi sexism sexist sexual shabbi shack
shackl shade shadi shadier shadow shadowi shaft shaggi shake shaken shaki shakier shall shallow sham shambl shame shampoo
shanti shape share shark sharp sharpen sharper sharpli shatter shave shaven shaver shawl she sheaf shear sheath sheav shed
sheen sheep sheer sheerer sheet sheikh shelf shell sheller shelter shelv sherbet sheriff sherri shes shi shield shift shifti
shimmer shin shine shingl shini shinier ship shire shirk shirt shiver shoal shock shod shoddi shoe shone shoo shook shoot shop
shopper shore short shortag shorten shorter shortest shorthand shot shotgun should shoulder shout shove shovel show shower
showi showier showman showmen shown shrank shred shrew shrewd shriek shrill shrimp shrine shrink shrivel shroud shrub shrug
shrunk shuck shudder shuffl shun shunt shut shutdown shutter shuttl shyer shyest shyness sibl sic sick sicken sicker sickest
sickl side sideway sidl sieg sierra siesta siev sift sigh sight sigma sign signal signatur signer signifi silenc silent
silicon silk silken sill silli sillier silliest silo silt silver silveri simil similar simmer simpl simpler simplest simplex
simpli simplifi simul sin sinc sincer sine sinew sinewi sing singer singl singular sinist sink sinner sinus sip siphon sir
sire siren sirloin sissi sissier sister sit site sitter situat six sixteen sixth sixti sizabl size sizer sizzl skate skater
skein skeleton skeptic sketch sketchi skew skewer ski skid skil skill skillet skim skimp skimpi skin skinni skip skipper skirt
skit skulk skull skunk sky skylin slab slack slacken slacker slag slain slake slam slander slang slant slap slash slat slate
slave slaveri slavish slay sleazi sled sleek sleeker sleep sleeper sleepi sleet sleev sleigh slender slept slew sli slice
slick slicker slid slide slier sliest slight slighter slightest slim slime slimi slimier slimmer sling slink slip slipper
slipperi slit slither slitter sliver slob slobber slog slogan slop slope sloppi slosh slot sloth slouch slow slower slowest
slowli sludg slug sluic slum slumber slummer slump slung slunk slur slush slut slyer slyest slyli slyness smack small smaller
smallest smallish smart smarter smash smear smell smelli smelt smidgen smile smirk smite smith smitten smock smog smoke smoker
smoki smokier smolder smooth smote smother smudg smug smugger smuggl smut snack snag snail snake snap snappi snare snarl
snatch sneak sneaker sneaki sneer sneez snicker snide snider snidest snif sniff sniffl snip snipe sniper snippet snitch snob
snobberi snooker snoop snooti snooz snore snorkel snort snot snout snow snowi snowier snub snuf snuff snuffer snug snugger
snuggl soak soap soapi soapier soar sob sober soccer social socialist societi sock socket sod soda sodden sodium sodomi sofa
soft soften softer softest softwar soggi soggier soil sojourn solac solar sold solder soldier sole solemn solicit solicitor
solid solo soloist solubl solut solv solvent somber sombr some somebodi someday somehow someon someplac someth sometim
somewhat somewher son sonata song sonic sonnet soon sooner soonest soot sooth sooti sootier sop soprano sorceri sordid sore
sorer sorest sorri sorrier sorrow sort sorta sought soul sound sounder soup sour sourc sourer sourest south southern sow sown
spa space spacial spade span spangl spaniel spank spanner spar spare sparer sparest spark sparkl sparrow spars sparser spas
spasm spat spate spatial spatter spatula spawn spay speak speaker spear speci special specialti specif specifi specimen speck
specter spectr spectra spectrum specul sped speech speed speedi spell speller spelt spend spent sperm spew sphere sphinx spi
spice spici spicier spider spigot spike spill spilt spin spinach spinal spind spine spiral spire spirit spiritu spit spite
spittl splash splat spleen splendid splice splint split splurg spoil spoilt spoke spoken spokesman spong spongi sponsor spoof
spook spooki spool spoon spore sporran sport spot spotti spous spout sprain sprang sprawl spray spread spree spreed spri
sprier spriest sprig spring springi sprint sprout spruce sprucer sprung spud spun spunk spur spurious spurn spurt sputter
squad squalid squall squalor squar squarer squash squat squawk squeak squeaki squeal squeez squelch squid squint squir squirm
squirt stab stabil stabl stabler stack stadium staf staff stag stage stagger staid staider stain stair staircas stake stale
staler stalest stalk stall stamina stammer stamp stanc stanch stand standard standbi stank stanza stapl stapler star starch
starchi stardom stare stark starker starri start starter startl starv state statement stater static station statist statu
statur status statut staunch stave stay steadi steadili steak steal stealth steam steami steel steep steeper steepl steer
stellar stem stench stencil step stereo steril sterl stern sterner stew steward stick sticker sticki stif stiff stiffen
stiffer stiffli stifl stigma still stiller stilt stimul stimuli sting stinger stingi stink stint stir stirrup stitch stock
stocki stodgi stoical stoke stole stolen stolid stomach stomp stone stoni stonier stood stool stoop stop stopgap stopper
storag store storey stori stork storm stormi stout stouter stove stow straight strain strait strand strang stranger strangest
strap strata strateg strategi stratum straw stray streak stream street strength stress stretch strew strewn strict stride
strife strike striker string stringent stringi strip stripe strive striven strode stroke stroll strong stronger strongest
strove struck structur struggl strum strung strut stub stubbi stubbl stuck stud student studi studio stuf stuff stuffi stumbl
stump stun stung stunk stunt stupefi stupid stupor sturdi stutter style stylish stylus su suav suaver suavest sub subdu
subject sublet sublim submit subscrib subset subsid subsidi subsidis subsist substanc subt subtl subtler subtleti suburb
subvert subway succeed success successor succor succour succumb such suck sucker suckl suction sud sudden sue sued suffer
suffic suffix sugar sugari suggest suicid suit suitabl suitor sulfur sulk sulki sulkier sullen sulphur sultan sultri sum
summar summari summaris summer summit summon sun sunburn sunda sundial sundown sundri sung sunk sunken sunlight sunlit sunni
sunnier sunris sunset sunshin suntan sunup sup super superb superior supervis supper suppl suppler suppli supplier support
suppos suppress suprem sur sure surer surest surf surfac surg surgeon surgeri surlier surmis surnam surpass surplus surpris
surreal surround survey surviv suspect suspend suspicion sustain swab swagger swallow swam swamp swampi swan swap swarm
swarthi swat swath sway swear sweat sweater sweati sweep sweeper sweet sweeten sweeter swell sweller swept swerv swift swifter
swig swill swim swindl swine swing swipe swirl swish swisher switch swivel swollen swoon swoop sword swore sworn swum swung
symbol symmetr symmetri sympathi symphoni symptom synaps syndic syndrom synonym syntact syntax synthesi syring syrup system
tab tabbi tabl tablet tabloid taboo tacit tack tacki tackier tackl taco tact tactic tactless tadpol tag tail tailor taint take
taken takeoff taker talc tale talent talk talker tall taller tallest talli tallow talon tame tamer tamest tamper tan tandem
tang tangent tangl tango tank tankard tanker tanner tannest tantrum tap tape taper tar tardi tardier target tariff tarnish
tarri tarrier tart tartan tartar tarter tartest task tassel tast tasteless tasti tastier tatti tattl tattoo taught taunt taut
tauter tautest tavern tawdri tawni tawnier tax taxabl taxat taxi taxicab taxpay tea teach teacher teacup teak team teapot tear
teas teat technic techniqu tedious tedium tee teed teem teen teenag teeter teeth telephon telescop tell teller temper tempest
templ tempo temporari tempt ten tenabl tenanc tenant tend tendenc tender tendon tendril tenet tenni tenor tens tenser tensest
tension tensor tent tentat tenth tenuous tenur tepe tepid term termin termini termit terrac terrain terribl terrier terrifi
territori terror terrorist ters terser tersest test tester testi testifi tetanus tether text textbook textil textual textur
than thank that thatch thaw the theater theatr thee theft their theirs theist them theme then thenc theolog theorem theori
therapi there therebi therefor therein thereof thereon thermal these thesi theta they thi thick thicken thicker thicket thief
thiev thigh thimbl thin thing think thinker thinner third thirst thirsti thirti this thistl thong thorn thorni thorough those
thou though thought thous thousand thrash thread threat threaten three thresh threshold threw thrice thrift thrifti thrill
thrive throat throb throne throng through throw thrown thrust thud thug thumb thump thunder thus thwart thyme thyroid tiara
tick ticket tickl tidal tidbit tide tidi tidier tidiest tie tier tif tiff tiger tight tighten tighter tild tile till tilt
timber time timer timescal timet timid tin tinder ting tingl tini tinier tiniest tinker tinkl tinni tinnier tinsel tint tip
tipsi tipsier tipto tirad tire tired tiresom tissu tit titbit titl titter to toad toast toaster tobacco today toddl toddler
toe toenail toffe toga togeth toggl toil toilet token told toler toll tomato tomb tomboy tomcat tome tomorrow ton tonal tone
tong tongu tonic tonight tonn tonnag tonsil too took tool toolkit toot tooth top topaz topic toppl torch tore torment torn
tornado torpedo torqu torrent torrid torso tortur toss tot total tote totem totter toucan touch touchi tough toughen tougher
toupe tour tourist tousl tout tow toward towel tower town toxic toxin toy trace track tract tractor trade trader tradit
traffic tragedi tragic trail trailer train traine trainer trait traitor tramp trampl tranc transfer transform transient
transit translat transmit transport trap trapez trapper trash trashcan trashi trauma travel trawl trawler tray treacl tread
treason treasur treat treati treatment trebl tree treed trek trekk trelli trembl tremor trench trend trendi trestl tri trial
triangl tribal tribe tribut trick tricki trickl trifl trigger trill trilog trim trimmer triniti trinket trio trip tripe tripl
triplet tripo tripod trite triter tritest triumph trivia trivial trod trodden troll trolley troop trooper trophi trot troubl
trough trounc troup trouser trout trowel tru truanci truant truce truck trudg true truer truest truffl truism truli trump
trumpet truncat trunk trust truste trusti truth tryout tsar tub tuba tube tubular tuck tuft tug tuition tulip tumbl tumbler
tummi tumor tumour tumult tuna tundra tune tuner tunic tunnel turban turbin tureen turf turgid turkey turmoil turn turner
turnip turnout turntabl turret turtl tusk tussl tutor tutori tuxedo twang tweak twee tweed tweet twelfth twelv twenti
twentieth twice twiddl twig twin twine twing twinkl twirl twist twister twitch twitter two twos tycoon type typeset typhoid
typhoon typhus typic typifi typist tyranni tyrant tyre udder ugh ugli uglier ugliest ulcer ultim ultra umbrella umpir umpteen
unabl unarm unawar unbias unblock unborn uncanni uncertain unchang uncl unclean unclear uncommon uncouth uncov uncut undefin
under undergo undergon underlain underlay underli underlin undertak undertook underw undi undid undo undon undress undu unduli
unearth uneasi unequ uneven unfair unfit unfold unfound unfunni unfurl ungod unhappi unhealthi unheard unhelp unhook unicorn
unifi uniform union uniqu unison unit uniti univers unjust unkempt unkind unknown unleash unless unlik unlimit unload unlock
unlucki unman unmask unmov unnam unnatur unnerv unpack unpaid unpick unpopular unravel unread unreal unrel unrest unruli unsaf
unsaid unsay unscrew unseat unseen unset unsound unstabl unstuck unsung unsur unti untidi until unto untold untru untruer unus
unusu unveil unwant unwari unwel unwelcom unwil unwind unwis unwound unwrap up upbeat updat upend upgrad upheld uphil uphold
upkeep uplift upload upon upper upright uproar uproot upset upshot upsid upstair upstart uptak uptight uptown upturn upward
uranium urban urchin urg urgenc urgent urin urn usabl usag use useless user usher usual usurp utensil uteri uterus util utilis
utmost utter vacanc vacant vacat vaccin vacuous vacuum vagari vagin vagina vagrant vagu vaguer vaguest vain vainer vainest
valet valiant valid valis valley valor valour valu valuabl valv vampir van vandal vane vanilla vanish vaniti vapor vapour vari
variabl varianc variant variat varieti various varnish varsiti vase vast vaster vastest vat vault veal vector veer veget
vehicl veil vein veloc velour velvet velveti vend vendor veneer venison venom vent ventur venu veranda verb verbal verbatim
verbos verdict verg verier veriest verifi vermin vers versatil version versus vertic vertigo verv very vessel vest vestig vet
veteran veto vex via viabl viaduct vial vibrant vibrat vicar vice vicin vicious victim victor victori video vie view viewer
viewpoint vigil vigor vigour vile viler vilest vilifi villa villag villain vine vinegar vintag vinyl viola violat violenc
violent violet violin viper viral virgin viril virtu virtual virus visa vise visibl vision visit visitor visor vista visual
vital vitamin vivid vocal vodka vogu voic void volcano volley volt voltag volum volunt voluntari vomit voodoo vortex vote
voter vouch voucher vow vowel voyag vulgar vultur vy wad waddl wade wafer waffl waft wag wage wager wagon waif wail waist wait
waiter waiv waiver wake waken walk walker walkout wall wallet wallop wallow walnut walrus waltz wan wand wander wane wanna
wanner wannest want wanton war warbl ward warden warehous warfar warhead wari warier wariest warlik warm warmer warmest warmth
warn warp warpath warrant warranti warren warrior wart wartim was wash washer washout wasp wast wastag watch water wateri watt
wave waver wavi wavier waviest wax waxi waxier waxiest way waylaid waylay waysid wayward weak weaken weaker weakest wealth
wealthi wean weapon wear weari wearier wearili weasel weather weav weaver web wed wedder wedg wedlock wee weed weedi weedier
week weekday weekend weep weer weest weigh weight weighti weird weirder weirdo welcom weld welder welfar well welt welter went
wept were west western wet wetter wettest whack whale whaler wharf wharv what whatev wheat wheedl wheel wheez when whenc
whenev where wherea wherebi wherein whereupon wherev whet whether whew which whichev whif whiff while whilst whim whimper
whine whinni whip whir whirl whirr whisk whisker whiskey whiski whisper whistl white whiten whiter whitest whittl whiz whizz
who whoa whoever whole wholli whom whoop whopper whore whose why whys wick wicker wicket wide widen wider widest widow width
wield wife wig wiggl wigwam wil wild wildcat wilder wildest wili wilier wiliest will willow wilt win winc winch wind windi
windier window wine wing winger wink winner winsom winter wintri wipe wiper wire wiri wirier wiriest wisdom wise wiser wisest
wish wisp wispi wispier wist wit witch with withdraw withdrawn withdrew wither within without witless witti wittier wive wiz
wizard wizen wobbl woe wok woke woken wolf wolv woman womb wombat women won wonder wondrous wont woo wood wooden woodi woodier
woof wool woolen woollen woolli word wordi wordier wore work workabl worker workload workman workmen workout workshop world
worldwid worm worn worri wors worsen worship worst worth worthi worthless wot would wound wounder wove woven wow wrangl wrap
wrapper wrath wreak wreath wreck wrecker wren wrench wrest wrestl wretch wri wriggl wright wring wringer wrinkl wrist writ
write writer writh written wrong wronger wrote wrought wrung wryer wryest yacht yak yakk yam yank yap yard yarn yawn year
yearn yeast yell yellow yelp yen yes yese yess yesterday yet yeti yew yield yodel yoga yogurt yoke yokel yolk yonder you young
younger youngest your yours yourself yous youth yowl yuck zani zanier zaniest zeal zealous zebra zenith zero zest zeta zigzag
zillion zinc zinck zip zipper zodiac zombi zone zoo zoolog zoom
', E'\n', ' '), ' ')) on conflict do nothing;
delete from search_known where stem = '';
