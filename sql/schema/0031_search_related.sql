-- Partner search knows which words of business English belong together (docs/search.md): who asks for a plumber means the trade that lays
-- pipes, and who says freight what others call cargo.

-- Stems and what is said instead of them. same: the same word in a form that stemming keeps apart (sold, sell), or of another root (sea, marine);
-- otherwise a word for the same thing or for what belongs to it.
create table search_related (
    stem        text not null,
    same        boolean not null,
    other       text not null,
    primary key (stem, same, other)
);

-- Written for this, from a walk through the trades of the ISIC sections, the offices of a company, engineering, computing and a list of common English
-- words; nothing is from anybody's descriptions. Groups of words: of the first list the first belongs to each other, either way; of the second each to each.
with listed (same, groups) as (values
(false, '
3d printing modelling; abbey church monastery; abroad international; absence sick; academic research; academy academic school; acceleration speed;
accent pronunciation; access permission; accident injury safety crash; accommodation lodging; accountant bookkeeping; accounting ledger; acid
chemical; acre land farm; actor theatre; actuary insurance; adaptor adapter connector; addiction alcohol drug; addon extension; adjust calibration;
administer administration; adolescent youth teenager; adventure game; advert advertising; advertising campaign marketing; advice advise advisor;
advisor adviser; aerial air flight; aerodynamics airflow flow; aerosol spray; agent agency; agriculture farming farmer crop agronomy; ai intelligence;
ailment illness disease; air ventilation ambient; airbag safety; aircraft plane aviation aerospace; airline carrier aviation; airplane aircraft plane
aviation aeroplane; airport airline runway; aisle corridor; alarm siren alert warning; alcohol spirit beer wine; alga water; algorithm model; alimony
divorce; allergen allergy food; allergy allergic; alloy metal; aluminium aluminum; ambulance emergency rescue; ambulatory outpatient; ammonia
refrigerant chemical; amplifier audio; amputation prosthesis; analysis analyse analyze; analytics analysis; anchor mooring; animal pet; annual yearly;
anodise coating; anonymise anonymous pseudonymise; anonymous privacy; antenna radio; antibiotic infection; antibody immune; antique restoration;
antivirus malware; apartment flat housing tenant; api interface integration; app mobile application; apparatus equipment device; appeal court; apple
fruit orchard; appointment booking; appraisal valuation; apprentice apprenticeship training; apron workwear; arbitration dispute mediation; arcade
game; archaeology excavation; architect architecture; architecture design; archive record document backup; area region; arson fire; art artist; artery
blood vascular; artwork art; asbestos hazardous; asphalt road paving; assembly mount; assessment evaluation appraisal; association society; assortment
product; asthma lung respiratory; astronomy astronomical star; atlas map; atm cash; attack intrusion; attacker intruder; attendance time; attic roof
loft; attorney law legal; auction bidding; audience spectator visitor; audio sound; audit auditor assessment review; augmented ar; authentication
identity; author writer; authority government regulator; automation automatic; automotive vehicle; autonomous driverless; availability uptime
redundancy; avalanche snow; aviation aerospace flight airport; award prize; axle wheel; baby infant; backend server; backup restore recovery; bacteria
microbiology; badge card access attendance; bag sack; baggage luggage; baking bakery; balance accounting scale; balcony facade; band music; bandage
wound; bandwidth traffic; bankrupt insolvency; bar pub; barber hair; barcode label rfid; barge boat inland; barn stable farm; barrel cask; basement
cellar; bath bathroom; battery accumulator lithium; beach coast; beam girder; bearing gearbox gear; beat rhythm; beautician cosmetic; bed mattress;
bee honey beekeeping; beef cattle meat; beer brewery brewing brewer; beetle pest insect; bell chime alarm; bench seat; bibliography citation
reference; bicycle bike cycling; bin waste; bio ecological; biodiversity wildlife habitat nature conservation; biogas biomass; biomass wood; biometric
face; biotech biotechnology; biotechnology biology; bird ornithology; birth midwife; bitcoin cryptocurrency blockchain; bitmap raster image; blackmail
extortion; blade knife; blanket bedding; bleach cleaning; blind accessibility; blizzard snow; blockchain ledger; blog weblog; blood sample haematology
hematology; bluetooth wireless; boat yacht; bodywork vehicle; boiler heating furnace heater; bolt fastener; bomb explosive; bone orthopaedic
orthopedic; bonus compensation; book publishing; booking reservation; bookkeeping ledger; booklet brochure; bookshop bookstore book; boot startup
start; border boundary; borehole drilling; borrow loan; boss employer; bottle filling; box container; braille blind; brain neurology neural; brake
vehicle; brand logo manufacturer; breach incident; bread bakery baker pastry dough flour; breakdown repair; breath respiratory air; bribe corruption
compliance; brick masonry mason wall; bridge viaduct; broadcast radio television; brochure leaflet print; broken defective damaged faulty; broker
agent; broom cleaning; browser web; buckling stability; budget cost; buffet catering; bug defect error; builder contractor; bulb lamp light; bulldozer
excavator earthworks; bulletin newsletter news; burglary burglar intrusion alarm; burnout stress mental; bus coach; busbar cabinet; buyer purchaser;
buyout acquisition merger; cabin cottage; cabinet enclosure housing; cabinetmaker furniture; cable wiring fibre; cafe coffee restaurant; cafeteria
canteen; cage animal; cake pastry; calcium limescale; calculate compute; calendar date schedule appointment; calibration measurement; callcenter
telephone; camera photo image video; campus network; canal waterway river; cancer tumour oncology; candle light; canned food; canoe boat kayak;
capacitor resistor electronic; capital finance; captain ship; capture record; car automobile automotive; caravan camping motorhome; card game;
cardboard carton corrugated packaging; carpenter carpentry joinery joiner; carsharing vehicle; carton packaging; cartridge toner ink; cash money;
casket coffin funeral; castle monument; catalogue catalog directory product; catheter tube; cave cavern; cd disc; ceiling roof; cell biology; ceramic
porcelain tile; certificate certified tls ssl; chair seat; charging charger ev; charity donation nonprofit; chart graph diagram; chassis vehicle; chat
messaging; chatbot assistant ai conversation; cheap cost affordable; check test; checkout cart payment; chemical chemistry chemist molecule; chess
game; child children kid kindergarten; childcare nursery; chimney flue sweep; chlorine disinfection; chocolate confectionery; choir choral singing;
chord guitar; chromatography analysis; church religious; cider apple; cinema film movie; circuit pcb board; circus show; citation reference; citizen
resident; city town urban; civil structural; claim insurance; clay pottery brick; clean cleaner; cleanroom sterile; cleanup cleaning; cliff rock;
climate carbon co2 emission; climb rope; clinic medical practice; clinical trial; clock time watch; clot blood; clothing garment apparel fashion wear;
cloud aws azure hosting; cluster grid parallel; cms content website; coach mentor; coal lignite; coast coastal shore; coating galvanizing plating
anodizing; codec video; coding developer; coffee roasting espresso; coffin funeral; coil winding; coin money; cold refrigerated chilled; collapse
structural; colleague coworker; colour color; combustion burn fuel; comedy theatre humour; comic manga; commute traffic; compare comparison
difference; compass navigation; compensation damage claim; compile build; complain complaint; complaint claim; compliance regulation regulatory;
comply compliance; composer music; composite carbon; compound chemical; compress zip; compressor compressed refrigeration; computer pc hardware;
concrete cement; condominium apartment; conductor orchestra; cone conical; conference congress meeting; confidential privacy; configure setting;
conflict mediation; connect link; conscience ethics; consent privacy; console gamepad; construction building builder; consultant advisor; consulting
advice; container docker kubernetes freight; contaminated remediation soil; contest competition; continuity recovery; contract agreement; convection
heat; conversation dialog; convert conversion transform; conveyor belt; cooling refrigeration chiller cold; coordinate position; copier printer;
copper cable wire; copy copier duplicate; copyright licence license; corridor hallway; corrosion rust; corruption bribery compliance; cosmetic beauty
skincare; cost saving; costume clothing theatre; cottage house; cotton textile; cough respiratory; council municipal; counselling therapy coaching;
count number; counter desk; country nation; coupon voucher; courier delivery messenger; course seminar; court lawsuit litigation judge; coworking
office; cpu processor; crack fracture damage; craft handmade; crane hoist lifting heavy; crash failure; crate box; credit card; crew staff team; crime
criminal police; crisis emergency; crm customer; crossing pedestrian; crossword puzzle; crowd audience; cruise ship; crypto cryptocurrency bitcoin;
crystal crystallography; css stylesheet; cube block; cuisine cooking restaurant; culture art; cupboard furniture; cure treatment; currency forex
money; curriculum education course; curtain blind; cushion upholstery; customer client buyer consumer; cut trim; cutlery tableware; cyber security
cybersecurity; cybersecurity security; cylinder cylindrical; daily day; dairy milk cheese butter creamery; dam reservoir hydropower; damage loss
claim; damp mould; danger hazard risk; dashboard report; data information; database sql data; datacenter colocation; deaf hearing; dealer dealership;
dealership vehicle; death funeral; debit payment bank; debris rubble waste; debt collection; debug debugger; decay rot; decontamination contamination
remediation; decor interior; defect fault flaw failure; deficit loss; deformation strain; degree university; delay late punctual; delete remove erase;
deliver delivery; delivery dispatch; dementia elderly care; demolition demolish dismantling; density dense; dentist dental tooth; dentures dental;
deposit savings; desalination water; desk office; dessert sweet cake; destroy shred; device equipment appliance instrument; diabetes insulin;
diagnosis diagnostic; diagnostic test; diagram drawing; dialog dialogue; diamond gem jewel; diaper baby; diary journal calendar; dice game; dictation
speech; dictionary vocabulary glossary; diet nutrition; diff compare; difference diff; digest summary; digit number; digital electronic; diploma
degree certificate; directory folder; dirt soiling cleaning; dirty cleaning; disability accessibility barrier; disaster emergency crisis; disc disk;
discipline disciplinary; discount price; discrimination equality; disease illness sickness; dish plate; dishwasher kitchen; disinfection sterile; disk
drive hdd; dismissal redundancy employment; dispatch ship send; display show screen; dispute litigation mediation conflict; dissertation thesis;
distance length range; distributor distribution; district region; ditch drainage; dive diver underwater; diversity inclusion; divorce custody; dj
music; dna genome sequencing; dns domain; docker kubernetes; doctor physician medical; document paper file; documentation manual; dog pet; donation
fundraising; door gate entrance; dose dosage medication; download fetch; drain drainage sewer pipe; draught ventilation; drawing sketch cad; dredge
harbour; drill bore; drink beverage; driver driving; drone uav aerial; drought irrigation; drown rescue; drug medication medicine; drum percussion;
drying dryer; dubbing voice; duct ventilation; dune sand; dunning collection; duplicate deduplication; dust particle filter; duty tariff; dvd disc
video; dye colour textile; ear hearing acoustic; earthquake seismic; eavesdrop espionage; ebook book; eclipse astronomy; ecommerce shop online
commerce; edit editor modify; editor text editorial; education training learning; ehr records patient; elastic deformation; elderly senior care
geriatric; elearning learning course; electrical wiring; electrician electrical; electricity power; electronic circuit pcb; elevator escalator; email
mail; embassy consulate visa; embedded firmware microcontroller; emergency urgent; employee worker; employer employee; employment labour; enamel
coating; enclosure housing; encode codec; encryption cryptography; encyclopedia wikipedia; endoscope endoscopy; entertainment show leisure; envelope
letter; environment environmental ecology sustainability; environmentalist ecology; enzyme protein; epidemic pandemic infection; epub ebook; equality
diversity inclusion; equation algebra; equity capital; erase wipe; erosion coastal soil; erp sap; error fault; escalation complaint; escooter scooter;
esg sustainability; ethernet lan network; ethics compliance; ev electric; event conference congress notification; evict tenant; evidence proof trace;
exam test examination; excavation digging earthworks; excavator digger; exercise training; exhaust emission; exhibition fair booth; expedite express;
expensive cost; exploit vulnerability; explosive blasting; express fast; extrude extrusion; eye vision optician; fabric upholstery; facade wall
cladding masonry; face facial; facility building caretaker janitor; factory manufacturing plant production; faculty university; fail failure; family
child parent; fan ventilation; fast quick speed rapid performance; fatigue crack; faucet tap; fault failure; feast catering; feed fodder; fence
barrier; fermentation brewing; fern plant; ferry ship passenger; fertility pregnancy; fertilizer fertiliser manure compost; festival concert event;
fetch retrieve; fever temperature; fibre fiber composite; fibreglass composite; fiction novel; filesystem file disk; film movie video foil; filter
filtration purification select; finance financial funding; fingerprint biometric; finite numerical; fintech bank; fire extinguisher sprinkler smoke
flame burn; firearm weapon; firefighter fire; fireproof fire; firewall network; firewood wood; fish fishery seafood aquaculture; fishery trawler;
flame combustion; flashcard vocabulary; flask bottle; fleet vehicle ship; flight fly; flood insurance; floor carpet; flower florist bouquet; fluid
liquid flow; foal horse; foam insulation; fog mist; foil packaging; font typeface typography; food nutrition meal; football sport; footnote reference;
footprint carbon emission; force load torque; forecast prediction; foreign language; forensic evidence; forest forestry timber wood tree logging;
forge blacksmith metal; forgery counterfeit fraud; forklift pallet warehouse; forum discussion; fossil geology; foundation soil; foundry casting;
fountain water; fragile breakable; fraud scam; freelance contractor; freeway highway; freezer frozen refrigeration chilled cold; freezing frozen cold;
freight cargo; frequency oscillation; friction drag; fridge refrigerator cooling; frontend web interface; frozen food; fruit produce; fuel petrol
diesel; fulfilment order; fumes exhaust; function procedure; funding grant subsidy; funeral burial undertaker; fungus mould; fur leather; furniture
chair table desk joinery; fuse electrical; gadget device; galaxy star; gallery art; gallon litre; galvanise coating; gamble casino; gambling betting;
garage workshop car; garden landscaping lawn; garlic vegetable; gas methane propane; gate barrier entrance; gauze bandage; gazette newspaper; gdpr
compliance; gear gearbox transmission; gearbox transmission; gene genetic dna genome; genealogy ancestor; generator genset; genome sequencing; geodata
geospatial gis spatial; geographic geography; geology geotechnical; geometry geometric; geothermal borehole; germ bacteria hygiene; glacier ice
avalanche; glass glazing pane blind; glazier glass; global worldwide; gloss paint; glossary terminology; glove protective; glucose sugar; glue
adhesive bonding; goat sheep; gold jewellery silver; golf sport; government public municipal; gps positioning location satellite; gpu graphics; grain
cereal wheat flour mill; grammar linguistic language; granite stone; grant subsidy; grape vineyard vine; graphic illustration; graphical gui; grass
lawn; grave cemetery funeral; gravel stone; gravity weight; grenade weapon; grid substation transformer; grill barbecue; grocer food; grocery grocer;
groom horse; guard security watchman; guest hotel; gui interface; guide tutorial; guild craft; guitar music; gun weapon; gutter drainage; gym fitness
sport training; hack penetration; hacker attacker intruder hacking; hail storm; hairdresser hair; hammer tool; handicap disability; handover takeover;
handwriting handwritten; harassment discrimination; harbour harbor port dock; harden security; hardware device equipment; harvest crop reap grape;
haul haulage; hay feed; hazmat hazardous; headache pain migraine; headphone headset audio; health healthcare; hear listen; hearing audiology; heart
cardiac cardiology; heater heating; heating warm radiator; heavy load; hedge garden shrub; heel shoe; height roof; helicopter rotor aircraft; helmet
protective; helpdesk support service; hemp textile; herb plant; heritage monument conservation; hijack attack; hinge door; hiring staffing; history
log; hobby leisure; holiday vacation calendar; homeless shelter; homeopathy alternative; homepage web; homework school; honeypot attack; horse
equestrian stable; hose pipe tube; hospice palliative; hospital clinic medical ward; hostel hotel; hosting datacenter; hot heat thermal; hotel
accommodation lodging; hotline telephone support; house home residential dwelling; html web website; hull ship vessel boat; humidity moisture damp;
hunting game wildlife; hurricane storm; hydrant fire; hydraulic pneumatic; hydrogen electrolysis; hydropower hydroelectric turbine; hygiene sanitation
disinfection; hymn church; hypothesis theory; ice cold frozen; icon image; illness sick; illustration drawing; immigrant migrant; immune immunology
vaccine; implant prosthesis; incentive bonus; incident emergency; incineration waste; index catalogue; infection germ bacteria virus hygiene;
inflammation inflammatory; influencer social; infrared thermal; infusion pump drip; ingredient recipe; inhale respiratory; inheritance heir estate;
ink toner printer; inn hotel; innovation idea; insect pest; insole shoe; insolvency bankruptcy; inspect drone; inspection check examine survey;
inspector inspection; install setup; instrument musical; insulation facade; insurtech insurance; integration connect; intercultural culture; interface
integration; interior furnishing; international global; internet web online; interview survey; intestine gut bowel; intranet portal; intruder
intrusion; invention innovation; inventor patent; invest investor; investor shareholder; invoice billing; iot sensor; ip address; ironing laundry;
irrigation watering sprinkler; island sea; jacket clothing; jail prison; janitor caretaker cleaning; java jvm; javascript web; jazz music; jet nozzle;
jeweller jewellery; jewellery jewelry; jitter latency; job employment career; join connect; joiner furniture; journalist press newspaper; joystick
gamepad; json data; juice drink; jungle forest; jury court; karaoke singing; kennel dog; kernel linux; kettle boiling; key access; keyboard typing
key; kid children school; kidney renal urology; kindergarten childcare nursery; kiosk shop; kitchen cooking chef catering furniture; knife cutting;
laboratory lab analysis research; labour labor work; lace textile; ladder scaffolding height access; lag delay latency; lake water; lamb meat; laminar
turbulent; lamp lighting; landfill waste; landlord property; landscape park; lane road; language translation linguistic; lantern lamp; laptop
notebook; laser cutting; lastmile delivery; latency delay; latex tex typesetting; laundry washing textile; lavatory toilet; law legal; lawn mowing;
lawsuit litigation; lawyer law legal attorney solicitor; layout arrangement; ldap directory; leader leadership management; leadership management;
leaflet flyer; leak leakage water breach; learner student; lease rental; leasing finance; leather hide; lecture university; lecturer professor; legacy
mainframe cobol; legionella bacteria; leisure recreation; lemon fruit; lender loan; letter mail post correspondence; lettuce vegetable; lexicon
dictionary; liability indemnity; library book archive module; lice pest; licence license permit; lidar laser; lifeboat rescue; lift elevator hoist;
light led; lighting illumination; lightning surge; limescale descaling water; limestone quarry; linen textile laundry; lint textile; linux unix;
listen audio; literature book literary; litter waste; liver hepatic; livestock cattle cow dairy herd breeding animal; llm language; loaf bread; loan
credit lending; lobby reception; localisation localization; localization internationalisation; location position; lock locksmith key; locker storage;
loft roof; login authentication identity; logistics transport freight shipping; logo corporate; logon login; lost missing; lotion cosmetic; lottery
gambling; loud noise; loudspeaker audio; loyalty bonus; luggage suitcase; lung respiratory breathing; machine machinery equipment; machining milling
lathe cnc; magazine publishing; magnet electromagnetic; maid cleaning; mailbox email; mainframe cobol; maintenance upkeep servicing; makeup cosmetic;
malaria infection; mall shopping; malt beer; malware virus trojan; manage administration; manor house; manual handbook guide; manufacture produce
production make fabricate; map cartography gis geodata geographic; maple tree; marathon running; marble stone granite statue; marine sea; maritime
marine sea naval; marketing campaign brand; marketplace ecommerce; markup html; marsh wetland; mask protective respirator; massage wellness; math
mathematics; mathematics algebra; matrix linear; mayor municipal town; meadow grass; meal catering canteen lunch dinner; measles vaccination; measure
metrology gauge metric; measurement instrument; meat butcher slaughter sausage; mechanic repair; media press; medical medicine health; melody music;
member membership; membrane filter; memorial monument; memory ram; mental psychological; menu restaurant; merchandise product; merchant trader
retailer; merge merger combine; merger acquisition; mesh grid; messenger chat; metal aluminium aluminum brass copper; metropolis city; microbe
bacteria; microphone audio; microscope microscopy; microscopy imaging; midi music; mildew mould; milestone project; military defence army; militia
military; millet grain; mineral mining; mining quarry ore; ministry government; mirror glass; missile rocket; mix audio; mixer audio; mobile phone
smartphone; modem dial; modify change; module plugin extension; moisture damp mould; molecule molecular chemistry; money finance financial; monitor
watch; monitoring observe; monk monastery; mortar cement; mortgage loan; mosaic tile; mosque religious; motel hotel; motor drive turbine; motorcycle
motorbike; motorway highway road; motto slogan; mould mold die casting; moulding injection; mount install; mountain alpine; mouse pointer cursor; move
relocation; mp3 audio; mri imaging; multilingual language; multiplayer online; municipality town city; mural painting; museum gallery exhibition;
mushroom fungus; music concert song audio; mutton sheep; nail screw; native language; navigation gps route; neighbour neighbor; neon lighting; nerve
neural; nest bird; network lan router switch; news press media; newsletter mailing email; newspaper press journalism news; nightly overnight; nlp
linguistic; noise sound acoustic vibration; noodle pasta; notary deed; notation music; notification notify alert; novel literature; nuclear reactor
radiation physics; nuisance noise; numerical computation; nurse care; nursing elderly; nut seed; nylon polymer; oak timber; oath notary; oatmeal
cereal; obesity weight diet; observatory telescope; occupational workplace; ocr recognition scan; office workplace; offset carbon; offshore nearshore
sea; oil lubricant grease; olive oil; onion vegetable; online web; opera singing; optician glasses; optics lens laser photonics; optimisation
optimization; optometrist optician; orator speech; orbit planet; orchard fruit; orchestra concert music; orchid flower; ordinance municipal; orphan
child; orphanage child; outage downtime failure; outfit clothing; oven furnace kiln baking; overdraft bank; overseas international; overtime shift;
owner proprietor; pack packaging; package software; packaging wrap food; packet network; padlock lock; paediatric child; pain therapy; paint coating
lacquer varnish wall; painter painting; paintwork painting; palace castle; pallet warehouse; pamphlet leaflet; pandemic infection; pantry kitchen;
paper cardboard pulp print; paperback book; parachute aviation; parade festival; parallel concurrent; parcel package courier post; park green; parking
garage; parliament government; parole prison; parquet floor; parser parse; particle physics; partition disk; party celebration event; passenger
traveller; passkey password; passport visa identity; password login authentication secret; pastry bakery; pasture grazing; patch update; patent
invention trademark; patient clinical; patio terrace; patrol guard; paving road pavement stone; payment pay; pc desktop workstation; pdf document;
peach fruit; peanut nut; pearl jewellery; pebble gravel; pedestrian walk; pediatric child; pellet biomass; pen writing; pencil drawing; peninsula
coast; pension retirement; pentest penetration; performance benchmark tuning; perfume fragrance; permanent ongoing; permit approval; personnel
employee hr; pest vermin rodent rat; pesticide herbicide insecticide; petrochemical chemical; petrol station; petroleum oil petrol gasoline fuel
diesel; pharmaceutical medicine drug pharma; pharmacist drug; pharmacy pharmacist; phishing awareness; phone telephone; photo photograph picture
photography; photocopy copy; photographer photography; physician medical; physiotherapy rehabilitation therapist; piano music; picking warehouse
fulfilment; picture image photograph graphic; pier harbour; pig pork swine; pile foundation; pilgrim religious; pill tablet; pillow bedding; pilot
aviation flight; pine timber; pipe pipeline plumbing tube; pipeline gas; pistol weapon; planet astronomy; plastic polymer resin moulding molding;
plate panel; play player; player gamer; playground child; playlist player; plc controller automation; plot chart graph; plow tractor; plugin extension
addon; plumber pipe; plumbing plumber sanitary bathroom; plywood wood; pneumatic compressed; pneumonia lung; podcast audio; poem poetry; poetry
literature; pointer cursor; policeman police; policy insurance; polish grind; pollen allergy; pollution contamination environmental emission; pond
water; pony horse; port dock harbor shipping; portal website; portfolio investment; postage mail stamp; postal post mail letter; poster banner print;
postman mail; postscript pdf print; potato vegetable; pothole road; potter pottery; pottery ceramic; poultry chicken egg hen; powder granulate; power
energy; pr press; pram baby; prawn seafood; precious jewellery; prefab prefabricated construction; pregnancy birth maternity; premium insurance;
preschool kindergarten; prescription medication; presentation slide; pressure compressor compressed; price cost; priest church; print printer press;
prism optics; prison detention; privacy gdpr; private privacy; probability statistical; process task; procurement sourcing; professor university;
profit revenue; programme program; programmer developer coding; programming developer coding; project management; propeller propulsion; property
estate realty; prosecutor court; prosthesis prosthetic orthopaedic; protective safety; protein molecular; prototype sample; prove proof evidence;
proxy gateway; pruning tree; pseudonym anonymous; psychiatrist psychiatry mental; psychology psychologist; public relations; puddle rain; pulley
hoist; pupil student; puppet theatre; purchase procurement buy; purification filtration; purse bag; puzzle game; python script; quake earthquake;
quality qa; quantum physics; quarantine isolation; quarrel dispute conflict; quay dock; queue waiting messaging broker; quiet silent noise; quilt
bedding; quiz game test; quotation quote; rabbit animal; rack shelf shelving; racket tennis; radar detection; radiation radioactive; radio wireless
receiver; radioactive nuclear; radiology imaging; raft boat; rail signal handrail; railroad railway; railway rail track; rain stormwater weather;
ranch cattle; ranger forest; ransom extortion ransomware; ransomware malware; rash skin; rat rodent; ravine valley; reaction chemical; read reader;
realtor estate broker; receivable collection debt; receive reception; receiver antenna; reception desk; receptionist reception; recipe cooking;
recital concert; recognition recognize detect; record log; recruit hiring; recruitment staffing headhunter; rectifier converter; recycling reuse
scrap; redundancy restructuring failover backup; reef coral; referee sport; refinance loan; refinery petroleum; refugee asylum; refund reimbursement;
regional local; regulation regulatory law; rehearsal theatre; reinsurance insurance; relay switch; relocation removal; remediation soil cleanup;
reminder alarm notification dunning; render 3d; rendering graphics; renovation refurbishment modernisation; rent rental lease hire tenant; repair fix
mend maintenance; replica replication; replicate copy; reporter journalist; representative agent; reptile animal; rescue emergency; research science
study; reseller distributor; resilience continuity; resin epoxy; resort hotel; restart reboot; restaurant gastronomy canteen dining catering;
restoration conservation; restore recovery; retail store; retina eye; retrieval query; return refund; revenue income turnover; review check; revolt
protest; rfid tag; rheumatism joint; ribbon textile; rice grain; rideshare taxi; rifle weapon; rig drilling; riot police; rip dvd; risk hazard; river
water flood; rivet fastener; road highway street pavement; robbery theft; robot automation; rock stone geology; rocket space; rodeo horse; roguelike
dungeon; roof roofer; rooster poultry; rope cable; rot mould wood; route driving; rubber elastomer tyre; rubble demolition; rug carpet; ruler length;
rum spirit; rural countryside farm; saddle horse; saddlery horse; safety occupational; sailing boat; sailor ship; salad vegetable; salary wage payroll
pay; salesperson sales; saliva dental; salmon fish; salt brine; sand gravel quarry grinding; sandal shoe; sandblast blasting; sandbox isolation;
sandwich snack; satchel bag; satellite space orbit; sauce food; sauna wellness spa; saw cutting; sawdust wood; scaffold height construction;
scalability scale performance; scale weight; scan scanner imaging mri; scanner ocr; scar skin; scenery landscape; scent perfume; schedule planning
cron; scholar academic; school education teacher pupil classroom; scientist research science; scooter bike; score music notation; scrap salvage metal
steel; scrapyard scrap; screen monitor; screenshot screen capture; screw bolt fastener; sculptor sculpture; sculpture art statue; sea ocean; seal
gasket; seam sewing; seatbelt safety; secret confidential; seed grain; select choose; sell sale acquisition; semiconductor chip microchip wafer;
seminar workshop training; senior retirement; sensor detector measurement; sermon church; server hosting; setting preference; setup configuration; sew
tailor; sewage wastewater sewer drainage; sewer pipe; shampoo hair; shareholder owner; sheep wool lamb; sheet plate; shelf supermarket; shell command;
shelter home housing; shepherd sheep; shift rota roster scheduling night; ship vessel maritime boat; shipbuilding vessel; shipyard shipbuilding; shirt
clothing; shoe footwear boot; shooter game; shop store retail; shopify ecommerce; shopper customer; shovel digging; shower bathroom; shrub garden;
shuttle bus; sidewalk pavement; siem log; sign signage signature; signature esignature; signin login; signon login sso; silence silent quiet; silo
storage tank; simulation model; singer song; skate ice; skeleton bone; ski snow; skill competence qualification; skin dermatology; skyscraper
building; slaughterhouse meat abattoir; sled snow; sleep bed; sleet snow; slogan advertising; slow performance latency lag; sludge sewage; smartphone
phone; smell odour odor; smog pollution; snack food; snail pest; snapshot backup; snow winter ice; soap detergent cleaning; soc security; soccer
football; social community; sock clothing; soda drink; sofa upholstery; software program application licence; soil ground earth; solar photovoltaic
panel; solder electronics; soldier military; solicitor law legal; solvent chemical; sonar underwater; soprano singing; sound acoustic stage; soup
food; soy food; spa wellness; spam phishing email; spare replacement part; speaker loudspeaker; spectacles glasses; spectrometer spectroscopy;
spectroscopy spectral; spectrum spectral; speech voice; speed performance; spelling spellcheck; sphere spherical; spice herb; spill leak; spinach
vegetable; spine back; split divide separate; sponsor sponsorship; sponsorship event; sport athletic fitness training; spreadsheet excel; sprite
graphics; spy espionage; squash sport; squid fish; stadium sport arena; staff personnel employee workforce; stage theatre lighting; stagehand stage;
stain cleaning; stair ladder; stairs staircase; standard norm iso; starch food; startup founder; statistics analytics; statute law; steak meat; steam
boiler; steel iron metal; stereo audio; sterile clean sterilisation; sterilise disinfection; stew food; stitch sewing; stock inventory equity; stolen
theft; stomach gastric; stone quarry masonry; stool chair; storage store; storm weather; stove oven furnace; strategy strategic consulting game; straw
bale; stream broadcast; stress strain load mental; stroke neurology; student university; subscription subscribe membership; subsidence soil; subsidise
subsidy; subtitle caption video; suburb city residential; subway metro; successor succession; sue lawsuit litigation court; sugar sweet confectionery
chocolate candy; summit conference; sunburn skin; supercomputer cluster; supermarket grocery retail; supersonic hypersonic mach; supplement nutrition;
support assistance; surety guarantee; surgeon surgery; surgery surgical; surveillance cctv monitoring camera; survey questionnaire poll; surveyor
survey; sustainability green carbon climate report; swamp wetland; sweater clothing; swimming pool; switchgear substation; symptom diagnosis; sync
synchronize; synchronise synchronize sync; syntax grammar; synthesizer synthesis sound; syringe injection; syrup sugar; tailor garment clothing; tank
vessel container; tannery leather; tap plumbing; task todo; tattoo skin; tavern pub; tax taxation vat; taxi cab ride; tea coffee; teach training
education; teacher teaching; team group; teapot tea; teenager youth; telehealth telemedicine; telemarketing callcenter; telematics fleet tracking;
telemedicine remote health; telephone telephony voip; telephony voip pbx; telescope astronomy observation; television tv; temperature climate heat;
template layout; tempo rhythm beat; temporary temp interim; tenant landlord; tender bid procurement; tenderer bidder; tendon physiotherapy; tennis
sport; tenor singing; tent camping; terminal console shell; termite pest; terrain land; test tester; testify witness; text writing copywriting;
textile fabric cloth weaving garment; thatch roof; theater stage; theatre theater; theft steal; therapy therapist treatment; thermal heat temperature;
thermographic thermal; thermometer temperature; thesaurus synonym dictionary; thesis university; thief theft burglary; thread process sewing;
throughput performance bandwidth; thrust propulsion jet; thunder lightning; ticketing event; tide ocean sea; tile roof floor; till cash register;
timber wood lumber sawmill carpentry construction beam; timer clock; timesheet time; timetable schedule; tin metal; titanium metal; titrate
laboratory; tls ssl encryption; tobacco cigarette smoking; toddler kindergarten; toilet sanitary; token authentication; toll road motorway; tomato
vegetable; toner printer; tool mould; tooth dental; torch lamp; tornado storm; torque moment; touchpad touchscreen; tour trip; tourism tourist;
tourist visitor; tow breakdown; towel linen; toxic poison hazardous; toxin poison; toy game child; trace traceability; tracking trace; tractor
agricultural farm; trade commerce; trademark brand; trader trading; trading exchange; traffic road congestion; trailer truck transport; trainee
apprentice; trainer coach; training course workshop; tram metro railway rail; transaction payment; transcode codec; transfer send move; transistor
semiconductor; translate convert dictionary; translation localisation localization; translator interpreter; transport haulage freight carriage; travel
trip journey tourism; trawler fishing; treasury finance; treat treatment; treatment purification; treaty international; tree arborist forestry; trench
excavation; trial test; tribunal court; trip journey; trophy award; troubleshoot diagnose; trousers clothing; truck lorry; truffle mushroom; trumpet
brass; tub bath; tuition education; tulip flower; tumour tumor; tuna fish; tuner radio; tuning optimise optimize; tunnel underground; turbine
generator; turbulence vortex; turnaround restructuring; turnstile access gate; tutor teaching; tutorial course; typesetting layout; tyre tire wheel;
ulcer stomach; ultrasound sonography; umbrella rain; underground metro; underwater subsea; underwriting insurance; uniform workwear clothing; union
council; university college academic campus; unpack extract; upgrade update; upholsterer upholstery; upholstery furniture; upload send transfer;
urgent immediate express; urine kidney; user account; vacancy job recruitment; vacuum suction cleaning; valley river; valuation value; valve fitting
pipe; van truck; varnish coating; vascular blood; vase flower; vault backup safe; vector matrix svg; vegetable fruit greenhouse horticulture; vehicle
car truck automobile; velvet textile; veneer wood; ventilation hvac airflow; verdict court; verify verification check; vessel boat; vest clothing;
veteran military; veterinary vet animal; vibration oscillation; video footage; videoconference video conference; view display viewer; villa house;
village rural; vinegar food; vinyl record; violin music; virtualization vmware; virus viral antivirus; visa immigration; viscosity viscous; visitor
guest; vitamin supplement nutrition; vocabulary word; vodka spirit; volcano geology; voltage electrical battery; volunteer voluntary; vote election;
voucher gift; vpn tunnel; vr virtual; vulnerability weakness hole; wage payroll; wager gambling; wait delay; waiter restaurant catering; wall plaster
drywall; wallet payment purse; wallpaper wall; walnut wood; wan network; ward bed; warden guard; wardrobe cupboard; warehouse storage depot stock;
warfare military; warn alert; warranty guarantee; wasp pest; waste garbage rubbish trash disposal; watch observe view; watchmaker watch; water
drinking aquatic; waterjet cutting; waterway river; wattage power; wave wavelength; wax candle; wealth asset; weather forecast meteorology climate;
webinar online seminar; webmaster website; webshop ecommerce shop online; website web site homepage; wedding celebration; weed herbicide; weekend
saturday sunday; weigh weight scale; weld solder joining; welfare social; whale ocean; wharf port; wheat flour; wheelchair disability; whiskey spirit;
wholesale distributor trade; widow pension; wifi wireless wlan; wig hair; wiki documentation; willow tree; wind turbine; windmill wind; windscreen
windshield; windshield glass; wine winery vineyard grape; wing airfoil aerofoil aircraft; wiper windscreen; wireless wlan; witness testimony court;
wolf wildlife; wood carpenter; word text; worker workforce; workout fitness; workshop repair; worm malware; wound injury; wreck salvage; write author
editor edit; xml markup; yacht sailing; yarn thread textile; yeast fermentation bread; yoga fitness; yogurt dairy; youth young; zinc galvanise metal;
zip archive; zoo animal; zoology animal'),
(true, '
absorb absorption; admit admission; advice advise; agriculture agricultural; air aerial; analyse analyze analysis; analysis analyses; animal
veterinary; apply application; architecture architectural; assume assumption; astronomy astronomer astronomical; atom atomic; axis axes; bake baker
bakery; bank banking banker; begin begun began; bend bent; benefit beneficial; bind bound; biology biological; biology biologist; brain cerebral;
break broken broke; brew brewer brewery; bring brought; browse browser; build built; burn burnt; buy bought; catch caught; chemistry chemical;
chemistry chemist; child children; choose chosen chose choice; circle circular; city urban; clinic clinical; close closure; code coder coding decoder
encoder; collide collision; commerce commercial; compete competition competitor; compose composition; compress compression; conclude conclusion;
consume consumption; convert conversion; corrode corrosion; corrupt corruption; criterion criteria; culture cultural; debug debugger; decide decision;
deep depth; defend defence defense; define definition; describe description; destroy destruction; detect detection detector; diagnose diagnosis; dig
dug; divide division; draw drawing; draw drawn drew; drink drunk drank; drive driven drove; ear auditory; earth terrestrial; eat eaten ate; ecology
ecological; economy economic; edit editor; electric electrician; electric electricity electrical electronic; element elemental; energy energetic;
erode erosion; essence essential; exclude exclusion; expand expansion; explain explanation; explode explosion; expose exposure; extend extension; eye
optical ocular; face facial; fail failure; fall fallen fell; farm farmer; farm farmer farming; father paternal; feed fed; fight fought; finance
financial; fly flown flew flight; foot feet; forbid forbidden; forget forgotten forgot; freeze frozen froze; furnish furniture; geography geographic
geographical; geology geological; give given gave; goose geese; grow grown grew growth; half halves; hang hung; hear heard; heart cardiac; hide
hidden; high height; history historic historical; hold held; hot heat; include inclusion; index indices; industry industrial; inscribe inscription;
introduce introduction; invade invasion; keep kept; knife knives; law legal lawyer; learn learnt; lend lent loan; library librarian; light luminous;
log logger logging; logistics logistic; long length; lose lost loss; lung pulmonary; machine mechanical; maintain maintenance; man men; mathematics
mathematical math; matrix matrices; medicine medical; meet met; method methodical; mine miner mining; mix mixture; molecule molecular; moon lunar;
mother maternal; mouse mice; mouth oral; municipality municipal; muscle muscular; music musical; music musician; nature natural; optics optical; paint
painter painting; parse parser; pay paid; pay payment payroll; perceive perception; permit permission; person people; photo photographer photography
photograph; physics physical; physics physicist; plan planner planning; play player; plot plotter; politics political politician; prescribe
prescription; press pressure; print printer printing; problem problematic; produce production product; pronounce pronunciation; prove proof proven;
psychology psychological; read reader; receive reception receipt; redeem redemption; reduce reduction; render renderer; repeat repetition; resolve
resolution; respond response; retain retention; revise revision; ride ridden rode; run ran; scan scanner; science scientist scientific; sea marine
maritime; see seen; seek sought; sell sold sale; send sent; sequence sequential; shelf shelves; ship naval; ship shipment shipping; shoot shot; sing
sung sang song; sink sunk sank; skin dermal; sleep slept; solve solution; sort sorter; space spatial; speak spoken speech; spend spent; spill spilt;
spoil spoilt; stand stood; star stellar; statistics statistical; steal stolen theft; stick stuck; strategy strategic; strike struck; strong strength
strengthen; structure structural; submit submission; subscribe subscription; sun solar; supply supplier; suspend suspension; swear sworn swore; sweep
swept; swim swum swam; synthesize synthesis synthesise; system systematic systemic; table tabular; take taken took; tax taxation; teach taught; tear
torn tore; technology technological; tell told; test tester testing; think thought; throw thrown threw; tooth dental; tooth teeth; town urban;
transcribe transcription; transmit transmission; understand understood; vertex vertices; view viewer; vision visual; voice vocal; wake woken woke;
warm warmth; water aquatic; wear worn; weep wept; weigh weight; wide width; win won; woman women; write written wrote')), stemmed as (
    select l.same, g.place, w.place as word, s.stem
      from listed l cross join regexp_split_to_table(btrim(l.groups, E'\n'), ';\s+') with ordinality g (words, place)
     cross join regexp_split_to_table(g.words, '\s+') with ordinality w (word, place)
     cross join unnest(tsvector_to_array(to_tsvector('search_words', w.word))) s (stem)
)
insert into search_related
select distinct a.stem, a.same, b.stem
  from stemmed a join stemmed b on b.same = a.same and b.place = a.place and b.stem <> a.stem and (a.same or a.word = 1 or b.word = 1);
analyze search_related;

-- What a query asks for: its words repaired, stemmed, without role words, with what synonyms and families add. Words that nobody uses have no term.
-- form: how a word was written; as that it counts a quarter more. near: one row, of the words that should be near each other in a text, and what that is
-- worth.
create or replace function search_understand(query text)
returns table (lexeme text, term int, df int, weight float8, origin text, idf float8, form int, near tsquery)
language plpgsql stable as $$
declare
    typed text;
    meant text[];
    likely float8[];
    counts float8[];
    used int;
    known boolean;
    doubt float8;
    words text[] := '{}';
    changes text[] := '{}';
    others text[] := '{}';
    other_weights float8[] := '{}';
    plain text;
    vector tsvector;
    listed float8;
    mean float8;
begin
    select s.docs, s.mean_name + s.mean_tags + s.mean_text into listed, mean from search_state s;
    foreach typed in array string_to_array(btrim(search_text(query)), ' ') loop
        meant := null;
        if length(typed) between 3 and 40 and typed !~ '[0-9]' then
            vector := to_tsvector('search_words', typed);
            if vector <> '' then
                used := coalesce((select max(t.df) from search_term t where t.term = any (tsvector_to_array(vector))), 0);
                known := exists (select from search_known k where k.stem = any (tsvector_to_array(vector)))
                         or exists (select from search_word v where v.word = typed and v.fixed);
                if used <= 20 then
                    select r.meant, r.likely, r.counts into meant, likely, counts from search_repair(typed) r;
                end if;
            end if;
        end if;
        if meant is not null and used = 0 and not known then
            words := words || meant[1];
            changes := changes || array[typed, meant[1]];
            for i in 2 .. cardinality(meant) loop
                others := others || meant[i];
                other_weights := other_weights || 0.7 * likely[i];
            end loop;
        else
            words := words || typed;
            for i in 1 .. coalesce(cardinality(meant), 0) loop
                doubt := counts[i] / (counts[i] + 30 * known::int + 5 * used);
                if doubt >= 0.2 then
                    others := others || meant[i];
                    other_weights := other_weights || doubt;
                end if;
            end loop;
        end if;
    end loop;
    words := array(select w from unnest(words) with ordinality u (w, n) where not exists (select from search_role_word r where r.word = w) order by n);
    plain := ' ' || array_to_string(words, ' ') || ' ';
    return query
        with own as materialized (
            select u.lexeme, cardinality(u.positions)::float8 as weight, hashtext(words[u.positions[1]]) as form, t.id, coalesce(t.df, 0) as df,
                   search_idf(coalesce(t.df, 0), coalesce(t.common, 0), listed, mean) as idf
              from unnest(to_tsvector('search_words', plain)) u left join search_term t on t.term = u.lexeme
             where not exists (select from search_role_word r where tsvector_to_array(to_tsvector('search_words', r.word)) = array[u.lexeme])
        ), widened as materialized (
            select x.lexeme, max(y.weight) as weight, min(y.phrase) as origin
              from (select s.meaning, 'synonym of ' || s.phrase, s.weight::float8 from search_synonym s where strpos(plain, ' ' || s.phrase || ' ') > 0
                    union all
                    select s.phrase, 'synonym of ' || s.meaning, s.weight from search_synonym s where strpos(plain, ' ' || s.meaning || ' ') > 0
                    union all
                    select w, 'perhaps meant', p from unnest(others, other_weights) o (w, p)
                     where not exists (select from search_role_word r where r.word = w)) y (meaning, phrase, weight)
             cross join lateral unnest(to_tsvector('search_words', y.meaning)) x
             group by 1
        ), family as (
            select t.term as lexeme, max(0.3 * o.weight * least(1, o.idf / search_idf(t.df, t.common, listed, mean))) as weight,
                   min('family of ' || o.lexeme) as origin
              from own o
             cross join lateral (select f.term, f.df, f.common from search_term f
                                  where length(o.lexeme) >= 5 and left(f.term, 5) = left(o.lexeme, 5) and length(f.term) >= 5 and f.term !~ '[0-9]' and f.term <> o.lexeme
                                    and left(f.term, greatest(5, ceil(0.7 * greatest(length(f.term), length(o.lexeme)))::int))
                                        = left(o.lexeme, greatest(5, ceil(0.7 * greatest(length(f.term), length(o.lexeme)))::int))
                                  order by f.df desc, f.term limit 3) t
             group by 1
        ), related as materialized (
            select t.term as lexeme, o.weight * t.share * least(1, o.idf / search_idf(t.df, t.common, listed, mean)) as weight, t.how || o.lexeme as origin
              from own o
             cross join lateral (select x.term, x.df, x.common, 14.0 / (20 + o.df) / sqrt(count(*) over ()) as share, 'related to ' as how
                                   from (select w.term, w.df, w.common from search_related r join search_term w on w.term = r.other
                                          where r.stem = o.lexeme and not r.same and o.df <= 150 and not exists (select from own where own.lexeme = r.other)
                                          order by w.df desc, w.term limit 5) x
                                  union all
                                 select w.term, w.df, w.common, 0.4, 'same as '
                                   from search_related r join search_term w on w.term = r.other where r.stem = o.lexeme and r.same) t
        ), more as (
            select m.lexeme, max(m.weight) as weight, min(m.origin) as origin
              from (select * from widened union all select * from family union all select * from related) m
             where not exists (select from own where own.lexeme = m.lexeme)
             group by 1
        )
        select o.lexeme, o.id, o.df, o.weight,
               case when o.lexeme = any (array(select unnest(tsvector_to_array(to_tsvector('search_words', m))) from unnest(changes) m))
                    then 'repaired' else 'word' end, o.idf, o.form, null::tsquery
          from own o
        union all
        select m.lexeme, t.id, t.df, m.weight, m.origin, search_idf(t.df, t.common, listed, mean), null, null
          from more m join search_term t on t.term = m.lexeme
        union all
        select string_agg(h.lexeme, ' ' order by h.place), null, null, 0.5 * avg(h.weight * h.idf), 'near each other', null, null,
               string_agg(quote_literal(h.lexeme), ' & ')::tsquery
          from (select o.*, row_number() over (order by o.weight * o.idf desc, o.lexeme) as place from own o where o.df > 0) h
         where h.place <= 6 having count(*) > 1;
end $$;

alter function search_understand(text) set plan_cache_mode = force_generic_plan;
