-- Trades that partner search knows, as 0047 says: offices, law, health, teaching, leisure, households.

select search_trade_add('
dismissal fired sacked redundancy layoff warning discrimination council harassment noncompete > employment labour lawyer attorney law; bankrupt
creditors overindebted receivership liquidator illiquid administrator > insolvency bankruptcy restructuring lawyer law; landlord tenant rent eviction
mould deposit sublet rental > tenancy lease lawyer property law; custody alimony separation spouse prenup maintenance wife husband visitation ex >
family divorce lawyer attorney matrimonial law; heirs testament bequest legacy executor died > probate inheritance estate succession lawyer law;
invention inventor prior infringement novelty claims uspto epo > patent attorney intellectual ip; logo brandname counterfeit euipo wipo plagiarism
imitation knockoffs registered > trademark ip intellectual attorney; pirated piracy copied royalties licence photos stolen infringing > copyright ip
intellectual lawyer law; utility registered patterns knockoff copycat imitated infringed > designs intellectual ip patent; takeover shareholder spa
dataroom buyout investor acquiring > mergers acquisitions corporate lawyers law; gmbh articles shareholders statutes llc > corporate law lawyer notary
incorporation; notarised notarization certify apostille signature house purchase authentication power > notary deeds; accused police arrested
prosecutor raid charge theft fraud indictment bail manslaughter > criminal defence defense lawyer attorney; speeding ticket licence driving accident
radar drunk hitandrun collision > traffic lawyer law attorney; surgeon botched birth injury misdiagnosis patient operation > malpractice medical
lawyer law attorney; injured accident whiplash damages negligence slip crash victim > injury compensation lawyer claims attorney; residence permit
asylum deportation citizenship foreigner passport greencard expat > immigration visa lawyer law relocation; consent cookies deletion dataprotection
breach > gdpr privacy dpo protection lawyer; clauses terms nda liability agreement warranty breach termination > contract commercial lawyer law
drafting; cartel competitor fixing monopoly bid rigging dawn raid merger > antitrust competition law lawyers; award bidder excluded review vergabe eu
bidding objection > procurement tender law lawyer public; defects contractor claim delay architect builder fidic variation hoai > construction law
lawyer arbitration; permit zoning objection boundary expropriation municipality > planning administrative law lawyer; lawsuit court judgment claim icc
tribunal > litigation arbitration dispute lawyers; conflict quarrel deadlock reconciliation > mediation dispute; unpaid invoices overdue reminder
dunning owes payment paid > debt collection debtor recovery; court seizure attachment judgment garnishment eviction > bailiff enforcement judicial
debt; creditworthiness solvency debtor default bankrupt payer > credit reports rating scoring; embargo dual ear itar licence russia eccn > export
sanctions compliance; duty hs brexit origin atlas > clearance broker declaration tariff; hotline misconduct bribery corruption anonymous tips >
whistleblowing compliance ethics reporting; bribery corruption kickbacks conduct fcpa antibribery iso37001 > compliance ethics integrity
anticorruption; beneficial suspicious pep identification fatf terrorist > aml kyc laundering compliance financial; investor termsheet funding
convertible esop vesting seed > venture startup lawyer corporate law; franchisee franchisor royalty territory > franchise lawyer law; vessel
charterparty cargo salvage collision demurrage seizure > maritime shipping law lawyers admiralty; delayed cancelled airline baggage denied boarding >
passenger compensation flight claims; slander libel reputation reviews insult article smear > media law lawyer defamation press; refuses pay denied
disability policy benefit rejected > insurance law lawyer claims; benefits disability welfare unemployment jobcentre rejection objection > social law
lawyer pension security; audit evasion dispute authority disclosure assessment appeal offshore > tax law lawyer advisory litigation; investment fraud
misled prospectus loan scam savings broker > banking law lawyer investor; prospectus ipo listing bond issuance stock exchange > markets law banking;
grid concession epc ppa windfarm permitting regulation feed > energy regulatory law lawyers; emissions contamination waste pollution soil authority >
environmental law lawyer permitting; software licence saas cloud agreement opensource oss escrow contract > law lawyer licensing; pharma approval
advertising device mdr clinical reimbursement > life sciences healthcare law regulatory; farm succession land hunting lease farmland farmer >
agricultural law lawyer rural; statutes charity club bylaws endowment > nonprofit foundation law association; clauses redlining lawyers nda signature
templates negotiation > legaltech clm contract legal software; emails evidence custodians documents review disclosure > ediscovery forensic litigation
legal; court birth certificate diploma apostille > translation sworn certified; return refund deductions irs vat declaration deadline hmrc income >
tax accountant advisor filing; receipts books ledger entries datev invoices quickbooks shoebox xero > bookkeeping accounting; payslips overtime
withholding social > payroll wage salary hr accounting; statements ifrs gaap statutory balance > audit auditor accounting assurance; oss reverse
refund intrastat registration mwst ust > vat tax indirect compliance; intercompany beps group subsidiaries oecd > pricing tax; expats abroad posted
assignee a1 taxation border > mobility expatriate tax assignment immigration; worth dcf goodwill multiple > valuation appraisal corporate finance;
successor retire handover buyer > succession broker business sale; research forschungszulage innovation subsidy > tax credit funding grant; horizon
zim kfw application eu sme > funding grants subsidy; embezzlement accounting cash theft > forensic investigation fraud; closing ledger sap group ifrs
> consolidation accounting reporting finance; budget forecast margins kpi cashflow costs variance > controlling planning finance fp&a; fractional
cashflow runway board > cfo interim finance; xrechnung zugferd ubl pdf archiving > einvoicing peppol invoice edi; receipts reimbursement mileage
perdiem trip > expense travel; esrs taxonomy materiality footprint scope3 > esg csrd sustainability reporting; co2 emissions greenhouse scope neutral
offset > carbon footprint climate ghg sustainability; house refinance flat interest homebuyer equity > mortgage broker loan lender financing;
overdraft capital lender borrow > loans lending bank credit financing; cashflow prefinance > factoring financing invoice; machine vehicles residual
fleet > leasing equipment finance; angel seed startup funding pitch > venture investor equity vc; stake growth carveout mbo > private equity investor
buyout; savings stocks etf inheritance retirement funds shares > wealth asset investment portfolio; nav custody ucits aifm kvg > fund depositary
administration asset; card checkout visa mastercard contactless debit > payment acquirer terminals pos; checkout paypal online klarna stripe
chargeback shop wallet > payment psp gateway; sepa transfer swift pooling hedging > treasury cash banking payments; euro dollar hedge remittance forex
> fx currency exchange foreign payments; bitcoin wallet ethereum stablecoin nft > crypto blockchain digital custody token; silver coins bars ingots
jewellery > bullion precious metals; banknotes coins counting deposit > cash transit armoured atm handling; psd2 openbanking iban baas account >
banking fintech; guarantee performance tender bankguarantee > surety bonding; kickstarter backers campaign crowdinvesting donors pledges >
crowdfunding platform; coverage policy premium liability underwriter > insurance broker brokerage; hacked ransomware policy coverage premium > cyber
insurance underwriting broker; recall injury pi professional errors omissions coverage > liability insurance indemnity; car fleet premium accident
kasko noclaims > motor insurance vehicle; transit shipment damage hull freight policy > marine cargo insurance transport; fire flood storm burglary
contents factory > property insurance damage; damage appraisal report assessment > loss adjusting claims surveyor; reserves mortality solvency
longevity premiums > actuarial pensions insurance; catastrophe treaty retrocession risk > reinsurer insurance underwriting; bav scheme annuity
retirees employer > pension occupational retirement insurance; buyer default insolvency political country > credit insurance export trade; dental
hospital sick policy copay > health insurance; dog cat horse vet bills premium > pet insurance; luggage cancellation abroad repatriation holiday >
travel insurance assistance; term death beneficiary widow dependents annuity > life insurance; officers board lawsuit > insurance liability broker;
enterprise register hazards catastrophes erm > risk insurance captive broker; hail drought harvest frost farmer > crop insurance agricultural
parametric; policy administration underwriting brokers > insurtech insurance claims software; car accident opinion crash valuation > appraiser
surveyor damage vehicle; board market entry growth turnaround mckinsey competitors positioning > strategy consulting advisory; crisis losses
insolvency idw s6 covenant bankrupt > restructuring turnaround advisory consulting; 5s muda bottleneck waste kanban smed shopfloor oee > lean kaizen
consulting operational; sixsigma blackbelt variation minitab spc defects > sigma dmaic belt lean consulting; iso9001 auditor handbook certified
nonconformity > iso certification 9001 consulting audit; tisax audit certification nis2 annex > isms iso27001 security consulting; kanban sprint
backlog jira safe retrospective > agile scrum coaching training; merger culture resistance reorganisation reorganization silos > change transformation
organisational consulting; savings spend negotiation overpaying > procurement sourcing purchasing consulting; discount margin willingness elasticity >
pricing revenue consulting strategy; brainstorm prototype designthinking disruptive > innovation design workshops consulting; absence vacancy crisis
ceo temporarily > interim executive; family generation heirs > succession advisory; digitisation paper paperless excel spreadsheets manual roadmap >
digitalisation digital transformation consulting; en16247 iso50001 consumption savings electricity > energy efficiency audit consulting; milestones
gantt scheduling overruns projects delayed > pmo prince2 consulting; disaster contingency recovery outage emergency > bcm continuity resilience crisis
consulting; hazard accident workplace inspection osha ergonomics ppe iso45001 > occupational safety health hse ehs; vacancies hire applicants unfilled
jobs > recruitment staffing candidates; ceo board vacancy poach leadership > headhunting executive recruitment; workers seasonal shortage peak shifts
pickers helpers harvest sickness > staffing temporary temp agency labour; shortage ward temporary carers > staffing nursing healthcare locum agency;
doctors hospital vacancy shift > locum medical staffing physicians recruitment; developers programmers coders java vacancies > recruitment staffing
contractors freelance; designers mechanical temporary shortage > engineering staffing recruitment contractors; welders fitters electricians shutdown
crew tradesmen foreign temporary > skilled staffing trades personnel labour; trainees school leavers > apprenticeship vocational training apprentices;
foreign abroad nurses workers visa recognition philippines india > recruitment relocation immigration; moving family flat school registration abroad >
relocation expat mobility immigration; layoffs redundancies dismissed laid transfer > outplacement career transition coaching; abroad entity country
remote hire > eor peo payroll employment global; cv screening jobads resumes interview > ats applicant recruiting tracking software; timesheet
timeclock clock punch badge overtime terminal > attendance recording workforce tracking; rota duty swap > roster shift scheduling workforce; vacation
leave files sickdays holidays > hris hr software personnel absence; bonus salaries pay grading benchmark incentive > compensation benefits
remuneration hr; turnover resign morale dissatisfied leaving unhappy > retention hr; satisfaction pulse mood anonymous > survey feedback; aptitude
test candidates selection > psychometric assessment diagnostics; references criminal record cv verification candidate > background screening vetting
checks; jobboard advert vacancy indeed stepstone posting > job board recruitment advertising employer branding; attractive applicants career page
image > employer branding recruiting talent; burnout stress depression exhausted workload > eap counselling mental wellbeing psychological; sick
absenteeism absences reintegration back ergonomics smoking fitness > corporate health wellbeing occupational; seafarers sailors ship officers captain
> crewing maritime; babysitter au housekeeper butler household > nanny domestic placement agency; donate charity corporate > volunteering nonprofit;
stewards fair waiters > hostess promotion event staffing personnel; thesis university trainee > campus graduate students recruiting career; wheelchair
workshop job integration > disability inclusion rehabilitation sheltered; apprentices workshop learn certificate upskilling > training seminars
courses academy; leaders supervisors foremen seminar executive > leadership coaching training; conflict stuck career confidence > coach leadership;
moodle course online modules quiz learners > elearning lms learning scorm; video training microlearning instruction gamified interactive learners >
elearning learning content authoring; training headset oculus scenario practise > vr immersive simulation; crane hoist mewp platform drivers >
forklift operator training licence; cpr resuscitation defibrillator rescuer > aid training; fire extinguisher wardens evacuation marshal > safety
training; en9606 tig electrode mig examination > welding welder training qualification; lorry bus lessons c1e theory > driving school licence driver;
ppl atpl lessons flying cockpit licence simulator > flight school pilot training aviation; salespeople pitching objections closing reps > training
negotiation coaching; speech stage speaking nervous powerpoint > presentation rhetoric communication training speaker; click password emails >
awareness phishing security training; word powerpoint outlook office365 beginners pivot > microsoft office training courses excel; abap fiori key >
sap training academy courses; python java developer course learn > bootcamp coding programming training; english german spanish french a2 b1
vocabulary fluent > language courses lessons school; manual brochure languages chinese trados website > translation; conference simultaneous booth
delegation sign > interpreting; transcribe interview recording audio > transcription dictation; game app strings i18n languages > translation; typos
grammar thesis spelling > proofreading editing editor copyediting; braille language screenreader readers > accessible; nursery creche toddlers
preschool > childcare kindergarten daycare; homework grades maths exam marks failing > tutoring tuition pupils; classroom teacher lessons boarding
abitur > school pupils education teaching; whiteboard tablets timetable pupils lessons > edtech classroom school education; degree bachelor master mba
students > university faculty academic; executive master diploma school emba degree gmat university > mba business; adhd reading spelling child
concentration > dyslexia learning therapy; cheating invigilation students > proctoring exam assessment testing; workbook schoolbook curriculum
learners > educational publisher textbooks; lab school microscopes experiments demonstration physics > didactic teaching educational equipment
laboratory; piano violin guitar choir singing > music school lessons instrument; ballet salsa waltz lessons > dance school studio; lessons children
pool crawl > swimming school; literacy classes retraining unemployed > adult education vocational training; language semester student stay highschool
> exchange study abroad; google ranking backlinks visitors keywords traffic organic > seo optimisation marketing sea; adwords clicks google campaign
cpc roas > ppc ads sea advertising performance; facebook instagram tiktok posts reels linkedin influencer > social media marketing content; youtuber
tiktok instagram sponsored > influencer creator marketing campaigns; mailing mailchimp subscribers unsubscribe > email newsletter marketing
automation; prospects funnel pipeline conversion > lead generation marketing b2b; cold calling phone > telemarketing outbound appointment; hotline
callcenter phone callers answered unanswered switchboard > contact center callcentre call inbound; logo rebrand corporate styleguide > branding design
identity; slogan productname rename memorable linguistic > naming branding; brochure flyer catalogue poster indesign leaflet > graphic design layout
agency; homepage wordpress redesign typo3 landing cms > web design webdesign website agency; confusing wireframe figma prototype interface app > ux ui
usability design user; carton label shelf box redesign > packaging design; housing ergonomics prototype sketch shape > industrial design; copy slogan
blog articles storytelling wording > copywriting content text; journalists newspaper release interview publicity reporters scandal > pr press
communications; shitstorm scandal recall media journalists > crisis communications pr reputation; stars tripadvisor trustpilot negative fake >
reputation reviews rating; opinion focus poll > market research survey insights panel; shopper shopping testing tester > mystery retail; competitors
trends analysis > market intelligence research competitive; posters bus shelter advertising > outdoor ooh billboard; radio tv airtime broadcast >
advertising media spots commercial; slogan creative ad spot > advertising agency campaign; buying budget reach ads inserts > media planning
advertising; dsp banner adserver impressions > programmatic advertising adtech display; commission publishers network awin cashback referral >
affiliate marketing; hubspot salesforce pardot leads nurturing > crm marketing automation; ga4 matomo tagmanager conversions visitors > analytics
tracking web digital; points card bonus cashback > loyalty rewards vouchers; coupon gift vouchers prizes > incentive rewards; pens mugs merch lanyards
totebags usb logo > promotional merchandise giveaways; flyers letterbox mailboxes households > leaflet distribution mail; letters addresses postcards
envelopes inserting franking > mail lettershop; duplicates b2b contacts database > address data; sampling instore tasting demonstration supermarket >
promotion pos; shelf counter retail stand cardboard > displays pos merchandising; costume walking plush foam suit > mascot inflatables; shop lettering
neon > signage signs illuminated; van film car > vehicle wrapping foil lettering graphics; screens menu player lobby > signage digital displays; print
datasheets attributes indesign sku > pim catalogue publishing; images packshots shoot portrait pictures > photography photographer studio photo;
headshot portraits wedding album linkedin baby passport > photographer photography; aerial footage photos uav bird > drone photography; cgi rendering
photorealistic configurator > 3d visualisation; imagefilm clip corporate shoot footage editing > video film production filmmaker; cartoon motion
whiteboard > video; livestream hybrid broadcast webinar > streaming webcast; podcast microphone episode recording > audio studio production; speaker
narrator jingle voice recording > voiceover audio studio; composer soundtrack score jingle licensing > music composition sound; lens lighting shoot
gaffer > camera rental film; postproduction grading compositing cut colour > vfx editing; projector movie film theatre > cinema projection screens; tv
channel transmission studio > broadcast playout; actors extras models audition > casting agency; scouting shoot props villa crew permits > location
film; magazine newspaper subscribers journalists readers > publisher editorial; isbn manuscript novel memoir > publishing book authors; report
chronicle anniversary jubilee founder > archive history publishing; memoir biography book speech > ghostwriting author writing; infographics diagrams
drawings comic > illustration graphic; manual instructions operating iec82079 > technical documentation writing writers; clipping monitoring mentions
press articles > media analysis; flyers brochures leaflets posters > printing offset printer; stickers roll flexo > labels flexographic printing
adhesive; boxes die cut blister > carton folding packaging printing; mesh facade poster roll > format printing banner textile; hardcover softcover
thesis softback spiral > bookbinding binding print; softcover hardcover copies demand > book printing digital; cards letterheads stationery embossing
> printing letterpress; tshirts hoodies shirts embroidered logo caps > textile embroidery screen printing garments; screenprinting glass bottles
tampon pens > screen printing printers; flexo anilox plates ctp colour pdf separations > prepress reprography cliche; rfid loyalty membership pvc >
plastic card printing personalisation; tickets counterfeit banknote passport > security printing holograms brand; gold foil embossing varnish
lamination > finishing print; copyshop plans plotter thesis > copy plot scanning digital print; toner mfp leasing cartridges > printers copiers mps
print; paper files folders boxes > scanning digitisation archive document; stamp plates nameplates brass rubber dies > engraving; wallpaper mural wall
design > print interior; guests congress delegates agenda meeting gala anniversary > event organiser conference agency; trade exhibitor hannover stall
> exhibition stand booth fair construction; fairground halls exhibitors expo visitors > exhibition trade fair venue; truss rigging loudspeakers pa
microphones spotlights concert > stage lighting sound rental event; party gazebo rain festival pavilion > marquee tent rental event; chairs tables
hire party glasses crockery > rental furniture tableware event; hall banquet seminar wedding > venue location events rooms; bride groom bridal
ceremony registry > wedding planner; musicians entertainment party dancing magician > dj artists; keynote motivational talk comedian lecturer panel
inspire > speaker moderator; laser confetti > fireworks effects pyrotechnic; seats box office entry turnstile > ticketing admission software; badges
checkin delegate lanyard > registration event software attendee; concert barriers stewards security visitors > festival crowd event; loo festival
construction wc > toilets portable sanitary rental; teambuilding outing retreat excursion raft escape > building outdoor incentive events; bouncy
castle carousel clown children > inflatable rides amusement rental; photobooth selfie party prints polaroid props printout > photo booth rental;
projector beamer screen microphone meeting > av conference audiovisual rental; balloons garlands party flowers helium streamers birthday bows >
decoration florist; flowers bouquet roses arrangement wreath > florist floral; santa party advent market stall > christmas event agency; exhibits
showcase curator artefacts > museum; display vitrine artefacts > showcases museum glass; guide tour museum multilingual > audioguide visitor; canvas
fresco varnish > restoration conservator painting; transport crate painting loan sculpture > logistics museum; artist artworks collector sculpture
contemporary exhibition paintings > gallery auction; bidders hammer estate antiques > auction; records documents manuscripts deacidification mould >
archive conservation paper; books shelves rfid catalogue borrowers > library librarians lending; play curtain actors costume opera > theatre stage
theatrical; orchestra violin tuner tuning > piano instruments maker; excavation dig artefact heritage > archaeology; monument listed restoration
historic palace castle ruins facade > heritage conservation; planetarium science centre interactive dinosaur children hands kids > museum; enclosure
aquarium keepers giraffe monkeys lions cage > zoo animal; themepark rollercoaster rides park > attractions amusement; regression significance sample
study biostatistics > statistics analysis; phase patients study gcp protocol > clinical cro trials; toxicology mice vivo glp tox > preclinical cro;
dna rna genetic samples > sequencing genomics ngs; assay elisa protein expression > antibodies biotech; crispr gene plasmid transfection cho > cell
biotech bioprocess; synthesis oligo > peptides oligonucleotides; metabolomics lcms biomarker peptides samples > spectrometry proteomics; sem electron
sample > microscopy microscopes imaging; benches fume hood pipettes glassware > laboratory lab equipment; eln lab samples notebook > lims laboratory
software; chemical sample unknown substance hplc gcms impurities > analytical laboratory analysis chromatography; bioinformatics pipeline omics reads
> genomics data; optics star dome planets eyepiece > telescope astronomy observatory; research university prototype scientists doctorate collaborative
> fraunhofer institute applied; transfer licensing spinoff university invention > technology patents; landscape novelty fto > patent analytics; din
iso astm committee > standards standardisation norms; peer manuscript paper > publishing journals academic; experiment eyetracking eeg participants
brain cognitive fmri stimuli > neuroscience psychology; biobank freezer samples cryo nitrogen vials tissue > cryogenic storage; drilling borehole soil
survey rock > geotechnical geology; ocean biologist species survey fish > marine ecology oceanographic; bats birds survey environmental habitat >
ecology species biodiversity; forecast storm rainfall hail lightning gusts thunderstorm > weather meteorological; townhall citizens council permits
mayor > municipal public government administration; citizens forms online ozg portal authority > egovernment government public digital; ballot
assembly > voting election; smartcity sensors parking bins traffic > smart city urban municipal; tickets fines enforcement residents permit > parking
municipal; town masterplan zoning district development > urban planning planners; residents consultation citizen infrastructure protest > public
dialogue; legislation brussels parliament politics policy > lobbying public; economic location settle investors cluster > investment promotion;
association exporters entrepreneurs lobby guild > chamber commerce; embassy consulate diplomat passport ambassador legalisation attestation > consular
visa; police officers patrol uniforms bodycam > law enforcement public; inmates cells jail warden guards > prison; army soldiers nato armoured
military > defence armed forces; border passport egate face iris fingerprint > biometric; geodata cadastre parcels zoning > gis mapping; refugees
containers camp accommodation emergency > shelter humanitarian; donors charity raise sponsors > fundraising donations nonprofit; aid developing africa
water village > ngo humanitarian; addicts poverty soup food bank > charity social welfare homeless; youth foster orphans teenagers > welfare social;
overindebted household insolvency counselling > debt advice; donors donation plasma haemoglobin anemia platelets > blood transfusion; club fees
association treasurer > membership software; ward emergency beds operation inpatient > hospital clinic surgery; doctor checkup gp fever prescription >
practice physician medical; doctor checkup fitness vaccination flu > occupational medicine physician health; tooth teeth cavity filling toothache root
canal > dental dentist dentistry; braces crooked teeth aligner orthodontist > orthodontics dental; crown denture zirconia prosthesis > dental
laboratory prosthetics technician; titanium jaw tooth dental > implants implantology; autoclave practice dentist sterilizer scaler contraangle >
dental handpieces sterilisation; eye glasses eyesight frames blurry > optician eyewear optometry lenses; cataract lasik eye retina ophthalmologist >
ophthalmology clinic laser; deaf ear tinnitus audiologist hardofhearing > audiology acoustician aids; back pain massage knee rehab exercise sprain >
physiotherapy rehabilitation therapy physiotherapist; prosthesis amputee leg insoles orthosis corset > orthopaedic prosthetics orthotics orthopedic;
walker rollator hospital bed commode stairlift > mobility rehab medical aids wheelchair; stairlift stairs elderly climb > lifts accessibility
mobility; ct ultrasound scan radiologist scanner > radiology imaging mri diagnostic xray; blood sample values urine pathology > laboratory diagnostics
medical; paramedic patient transport stretcher emergency > ambulance rescue; kidney renal haemodialysis urea > dialysis nephrology; tumour
chemotherapy oncologist leukaemia metastases tumor > oncology radiotherapy; heart cardiologist stent pacemaker defibrillator > cardiology cardiac ecg
cardiovascular; rash acne mole dermatologist eczema > dermatology skin; ivf pregnancy infertility eggs sperm > fertility reproductive; birth pregnant
newborn obstetrics childbirth breastfeeding labour baby > midwife maternity; depression anxiety therapist trauma panic > psychotherapy psychiatry
psychological mental; addiction alcohol drugs withdrawal rehab > rehabilitation therapy clinic; stroke clinic recovery recovering physiotherapy
paralysis surgery > rehabilitation rehab; speech stuttering swallowing lisp aphasia > therapy logopedics; therapy motor skills dementia hand >
occupational ergotherapy; acupuncture homeopathy naturopath osteopath herbal > naturopathy osteopathy alternative; insulin cgm pump sugar hypoglycemia
pens > diabetes glucose; plaster ulcer bedsore > wound dressings bandages; incontinence diapers pads stoma catheter > medical homecare; syringes
gloves cannula masks infusion > medical disposables supplies; sterile instruments autoclave reprocessing washer trays germs > sterilisation cssd;
apnea cpap breathing sleep > respiratory ventilation oxygen homecare; scalpel forceps scissors tweezers surgeon retractor clamp > surgical
instruments; laparoscopic colonoscopy gastroscopy scope trocar colon > endoscopes endoscopy; ce notified fda 510k classification > medical device
regulatory iso13485 mdr; video consultation remote doctor patients > telemedicine telehealth health; patient records emr hl7 > ehr hospital healthcare
fhir software; appointments patients software billing doctors > practice medical; germs mrsa hospital disinfection norovirus outbreak sepsis handwash
> hygiene infection; hospital linen gowns scrubs bedding > laundry healthcare textile; medical physics protection xray dosimeter linac shielding
radioactive > dosimetry radiation; beds mattress nurse call bedside > hospital furniture; nursecall elderly button falls ward > nurse call alarm;
grandmother grandma grandfather dementia alzheimer bedridden parents > nursing elderly senior home; 24h carer polish mother > caregivers home elderly;
washing medication visits insulin > nursing homecare outpatient ambulatory; retirement home residents flat > assisted residential senior; pensioners
loneliness companion shopping errands > senior companionship assistance; fall button pendant alone elderly > alarm emergency telecare senior; dying
palliative terminal cancer morphine farewell > hospice; wheels elderly lunch delivered > meals delivery senior catering; autistic autism handicapped
son sheltered carer > disability inclusion assistance; documentation residents software planning shifts caregivers records > nursing; tablets drug
pills pharmacist > pharmacy medicines pharmaceutical prescription; medication residents dosing > blistering pharmacy; medicines pharmacies gdp cold
drugs > pharmaceutical wholesale; adverse drug icsr reactions patients pharmacist > pharmacovigilance safety; batch release qualified annex pharma
deviation capa > gmp validation pharmaceutical qualification; tablets capsules filling drug vials api > cdmo pharmaceutical manufacturing contract
sterile; falsified datamatrix aggregation medicine fmd > serialisation pharmaceutical track; vitamins supplements capsules nutrition powder >
nutraceutical dietary; cbd hemp thc marijuana weed dispensary > cannabis medical; lactose starch coating tablet > excipients pharmaceutical
ingredients; isolator sterile particles pharma contamination airlock gowning hepa > cleanroom pharmaceutical; dog cat puppy vaccination castration
limping pet kitten sick > veterinary vet clinic animal; cow calf lameness herd mastitis > veterinary livestock cattle farm; hoof colic lame stable
mare > equine horse veterinary farrier; trainer barking leash puppy obedience > dog training school behaviour; kennel pet sitter dog holiday >
boarding sitting; grooming dog poodle fur clipping > pet groomer; food kibble treats cat dog > pet petfood feed; fish tank coral terrarium goldfish
reptiles guppies > aquarium aquaristics; stray animal shelter abandoned adopt > welfare rescue; dead urn dog buried rabbit ashes > pet cremation; food
drinks guests fingerfood canapes party menu wedding > catering buffet; lunch cafeteria kitchen staff > canteen catering contract meals; lunch
kindergarten meals children canteen > school catering; dinner table chef menu steak > restaurant gastronomy cuisine; overnight bed stay guests
accommodation > hotel rooms; group dormitory school trip overnight > hostel accommodation youth; fitters monteurs temporary worker lodging >
apartments furnished accommodation serviced; caravan motorhome tent camper pitch > camping campsite; flat cottage vacation rental airbnb > holiday
apartments; cocktail bartender drinks beer counter > bar beverage; foodtruck burger streetfood fries truck > food street catering; espresso beans
barista office > coffee machines; snacks drinks office cans > vending machines; office jugs sparkling > water dispensers coolers; fruit office snacks
> delivery baskets; crates beer water delivery > beverage wholesale drinks; oven combi fryer stove chef > kitchen commercial catering equipment
foodservice; glasswasher restaurant plates kitchen > dishwashing warewashing commercial; hood grease extraction trap duct > kitchen exhaust cleaning;
kitchen inspection food salmonella germs > haccp hygiene; till cash restaurant waiter orders > pos register gastronomy; reservation pms channel
overbooked > hotel booking; bedlinen towels hotel tablecloths sheets > linen laundry textile; minibar room furniture beds carpets > hotel furnishing
contract; menu recipes allergens calories kitchen > nutrition dietary; hospital portion fries reheating pizzas dishes > frozen convenience
foodservice; birthday pastry wedding tart > confectionery bakery patisserie cakes; pralines gift sweets christmas truffles cocoa bars bonbons >
chocolate confectionery; tasting winery bottles vineyard riesling grapes cellar red > wine sommelier; beer keg tap draught ipa lager hops brewer >
brewery brewing; takeaway delivery pizza riders online > food ordering; disco doormen doorman brawl drunk guests > bouncers nightclub security; slot
roulette poker blackjack croupier jackpot > casino gaming; trip flight hotel tickets > travel business booking agency; cruise beach package vacation >
travel tour operator holidays; excursion passengers charter minibus group > coach bus travel; airport transfer vip driver pickup wedding roadshow >
chauffeur limousine; cab airport ride driver lift pickup > taxi passenger; charter plane fly airplane heliport businessjet > aviation jet; sailing
boat skipper regatta catamaran crew > yacht charter; car van hire lease minivan suv > rental vehicles; ebike hire leasing commute cycling jobrad
pedelec > bike bicycle; guide sightseeing city tourists > tours tourism; region visitors marketing holidaymakers spa sightseeing > tourism
destination; incoming group incentive trip foreign > dmc destination travel; cable piste slope > ski cableway lifts snow; hiking climbing guide alpine
alps rope summit glacier > mountain outdoor; expedition trekking africa lodge wildlife lions desert > safari tours; lounge parking luggage airline
boarding terminal flight > airport passenger; gym treadmill dumbbells weights workout > fitness training equipment; weight slim muscles workout diet
exercise burn jogging > fitness trainer; pilates meditation relaxation stretching breathing > yoga studio; football artificial lawn stadium > turf
sports pitch; gymnasium hall basketball wallbars > sports flooring equipment; stadium floodlights tribune bleachers fans spectators tiers > grandstand
seating; jerseys club kit football > teamwear sportswear; cups medals winner engraving > trophies awards; marathon race runners chip finish > timing
sports; court clay net racket ball baseline > tennis padel; greens tee fairway bunkers clubs handicap > golf greenkeeping; wall holds ropes chalk
belay kids > climbing bouldering; trampoline slide swing children sandbox > playground equipment; ramp pumptrack bmx skateboard scooter > skatepark
skate; swimmingpool chlorine lifeguard filter algae > pool swimming water; steam whirlpool spa infrared aufguss jacuzzi hammam > sauna; sponsor
sponsorship athletes club > sports marketing; athlete diagnostics lactate vo2max triathlon cyclist endurance > sports performance; repair brakes
puncture workshop ebike chain cycling tube > bicycle bike; snowboard boots bindings rental goggles helmets > ski sports; rifle hunter ammunition
shooting deer scope shotgun cartridges > hunting firearms; fishing rod angler bait lures > tackle angling; scuba wetsuit diver snorkel regulator
underwater > diving; horse saddle stable arena pony bridle riders hay > equestrian riding; tournament gamers league playstation twitch streamer >
esports gaming; unity unreal mobile studio > games development; puzzle adventure escaperoom riddles > escape game; doll puzzle lego wooden > toys
games; boardgame cards dice chess playing > board game; scale miniature locomotive h0 tracks > model railway; drone racing hobby kit quadcopter
batteries plane > rc model; alley lanes pins balls > billiards leisure bowling; hair haircut colour highlights barber > hairdresser salon; beard shave
barber trim clippers moustache gents > barbershop hair; manicure pedicure gel polish fingernails acrylic > nail beauty; facial skin wrinkles
cosmetician peeling > cosmetic beauty skincare; botox filler wrinkles lips liposuction > aesthetic cosmetic medicine; breast nose tummy facelift
surgeon > plastic aesthetic surgery; ink piercing removal needle laser > tattoo studio; sunbed bronze uv > tanning solarium; extensions hairloss bald
transplant > wigs hair; stylist bride lipstick cosmetics mascara bridesmaids > makeup artist; cream lotion shampoo formula label > cosmetics
formulation contract; scent aroma bottle eau cologne > fragrance perfume; shower handmade bath bubble handwash bathbomb > soap cosmetics; massage
relax masseur tension office > therapist; feet corns podiatrist toenail callus pedicure > podiatry chiropody; dress suit sewn trousers > tailor
bespoke alterations; heels cobbler soles resole > shoemaker shoe repair; jewellery ring necklace diamond earrings > goldsmith jewelry; wristwatch
clock strap stopped rolex quartz > watchmaker watch; drycleaning stain shirts suit ironing blouse > dry cleaning laundry textile; washing bedsheets
dirty ironing linen sheets towels > laundry textile; embroidered overalls corporate clothing jackets embroidery trousers safety > workwear uniforms;
curtains drapes blinds sewing window > drapery interior textiles; sofa armchair couch torn cover > upholstery upholsterer furniture; fitted cabinets
worktop countertop > kitchens studio; wardrobe table wooden furniture shelves > carpenter joiner joinery; antique furniture veneer chest >
restoration; cupboard sleep backache slatted > mattress bedding; picture canvas passepartout poster painting mount > framing; mug vase clay kiln >
pottery ceramics; stainedglass church window lead glass > stained glazier; gate forged wrought iron > blacksmith metalwork; basket weaving cane willow
rattan chairs > basketry wicker; leather bag belt saddler handmade > saddlery; knitting wool yarn sewing > textile fabrics; wax beeswax wick paraffin
scented > candles; key door lockout > locksmith lock; soot fireplace stove flue firewood > chimney sweep; tiled wood burning logs pellet > stove
fireplace; wall wallpaper flat repaint > painter painting decorator; bathroom shower grout silicone washroom mosaic > tiler tiling; shower bathtub
toilet washbasin > bathroom sanitary plumbing renovation; clogged blocked toilet sewage sink > drain cleaning sewer plumbing; leak dripping tap pipe
burst faucet > plumber plumbing sanitary; cold heatpump gas > heating boiler hvac plumbing; socket fuse lamp power wiring > electrician electrical
installation; tiles leaking gutter shingles slate > roofing roofer; window panes shattered glass broken showcase doors > glazier glazing; laminate
sanding floorboards oak creaking > flooring parquet; lawn hedge mowing weeds terrace > gardening landscaping; tree felling branches stump prune >
arborist surgery; garden wire mesh > fencing gates; sun terrace pergola > awnings shading; roller blinds window sun louvre heat awning > shutters
shading; mosquito flies window midges screen > insect mesh; wasps rats mice cockroaches bedbugs vermin ants moths > pest extermination; house boxes
piano flat > removals moving relocation; clearout hoarder junk attic deceased cellar > clearance disposal; cleaner flat windows housekeeping maid >
cleaning domestic; washingmachine fridge dishwasher broken dryer > appliance repair household; phone display cracked battery iphone > smartphone
repair; laptop slow pc virus notebook > computer repair; tv dish reception television channels aerial lnb > satellite antenna; smarthome alexa
shutters lights app > smart home automation knx; self box room furniture stored > storage selfstorage units; shelf repairs drill hanging ikea odd >
handyman assembly; janitor snow stairs stairwell bulbs gritting > caretaker janitorial; babysitter nanny toddler sitter kids > babysitting childcare;
baby pram crib diapers > nursery strollers; birthday party clown magician facepainting kids > children entertainment; holidays children kids teenagers
tents > camp youth; tyres tires brakes oil mot > car garage workshop automotive repair; dent scratch bodywork fender hail > paint repair; towed
breakdown stranded > roadside recovery; carwash valeting interior polish car > wash; windscreen chip stone crack windshield > glass auto; dealer
secondhand mileage tradein convertible > dealership cars; motorbike helmet scooter vespa harley biker > motorcycle; caravan conversion van rv vw
sleeping > motorhome camper; died coffin burial mourning death > funeral; urn ashes crematory burial > cremation crematorium; grave gravestone
headstone tombstone inscription > stonemason; casket hearse burial wooden > coffin funeral; corpse deceased abroad body embassy coffin dead funeral >
repatriation; grave planting flowers > gardener cemetery; scene blood corpse odour cleaning > crime biohazard; mourning loss counselling grieving
widow sadness > grief bereavement; parish priest altar congregation pews > church religious liturgical; tower chime carillon ringing > bells foundry;
mosque muslim prayer imam certificate slaughter > halal islamic; rabbi synagogue jews sabbath shul > kosher jewish; retreat spiritual monks silence
pilgrims > pilgrimage monastery; icon altar gold leaf > gilding restoration gilder; vestments chasuble candles incense chalice > liturgical church;
eulogy speaker wedding secular vows > celebrant ceremony; flood cellar basement damp soaked > restoration drying damage water; soot smoke burned burnt
damage > fire restoration cleanup; burglars burglary break intruder > alarm intrusion security; night patrol watchman > guarding security; fireengine
brigade hose helmet > firefighting fire equipment; extinguisher sprinkler smoke detectors > fire protection; earthquake rescue evacuation relief
tsunami refugees > disaster emergency; siren warning population catastrophe > alerting emergency; 112 911 centre ambulance calls > dispatch emergency;
blackout power outage diesel backup > generator emergency; bodyguard kidnapping threat vip stalker ceo > protection executive; detective surveillance
theft cheating suspect > investigations private; debugging bug eavesdropping wiretap listening > countermeasures sweeps; bomb threat xray parcels
explosives > detection screening; bomb ordnance unexploded ww2 munition > uxo disposal clearance; oil chemical leaked tank cleanup > spill response
environmental; mould mold toxic remediation fibres insulation lead > asbestos abatement; snow landslide rockfall boulders slopes netting > avalanche
protection; lifejacket lifeboat raft rescue sea > lifesaving liferaft maritime; ceo chairman supervisory bylaws > board corporate; secretary
domiciliation mailbox registered address > virtual office; desk office flexible meeting rent > coworking workspace; trust offshore holding foundation
trustee > fiduciary corporate; lei kyc ubo shareholders ownership verification registration > registers registry; ifrs16 leases ifrs17 hedge revenue
recognition > ifrs accounting advisory audit; sox icfr auditor revision fraud > audit controls; due target acquisition seller buyer dataroom >
diligence advisory; post merger carveout tsa synergies > pmi integration; bafin mifid basel dora capital regulator solvency2 > regulatory banking
compliance financial; portfolio var stress credit scoring > risk models quantitative financial; robo advisor broker stocks algorithm > trading
brokerage fintech; underwriting borrowers repayments lender > lending loan credit software; checkout klarna > bnpl payment; subscription recurring
dunning stripe > billing invoicing; cashless wristband festival payment topup > rfid event; counting stock shelves scanner yearend > stocktaking
inventory; plant machinery assets machines > appraisal valuation auction; surplus bankruptcy machines > auction industrial; rent arrears tenants
utility bills > property rental housing; realtor flat house apartment buyer > estate broker property; house appraisal property value land > valuation
estate; homeowners assembly strata residents corridor fees > condominium property; shares vesting equity > esop plan; cars mobility jobrad commuting >
benefits fleet; meal lunch benefit tax > vouchers; risk assessment stress bullying mobbing > psychosocial workplace occupational counselling;
inclusion gender bias > diversity dei hr; china india culture etiquette misunderstandings > intercultural training; onboarding newcomers induction
joiners buddy > hr learning; matrix qualification upskill gaps > skills competency learning talent; mentee career junior > mentoring coaching;
unskilled packers warehouse pickers temps parttime > temporary staffing logistics labour; cooks waiters kitchen dishwashers seasonal hotel staff >
staffing gastronomy personnel; truckers lorry shortage hgv > drivers staffing transport; teachers substitute kindergarten shortage > staffing
education recruitment; lawyers contractor temporary controller > finance recruitment accounting staffing; security personnel background espionage nato
> vetting clearance screening; uiux faq livechat website > chatbot ai chat; personalisation shop upsell > ecommerce; marketplace seller listing fba
ebay > amazon ecommerce; webshop woocommerce shopware cart abandoned > ecommerce shopify shop magento; abtest checkout abandon visitors landing >
conversion cro optimisation ux; wcag bfsg blind screenreader barrier > accessibility; domain webspace wordpress hacked plugin > hosting web; qr
reality filter app brand > ar augmented immersive xr; hologram projection mapping lightshow facade > multimedia; showroom store flagship interior shop
fittings counter > shopfitting retail; decorate office colours > design interiors architect; light lamps atmosphere > design luminaires; typeface
typography lettering glyphs > fonts design; fashion collection sketches patterns runway > design apparel; pattern fabric print upholstery motifs >
textile design; acoustic logo jingle branding sonic > audio sound; signs visitors orientation campus signposts pictograms lost > wayfinding signage;
meeting agm votes proxy ballot dividend > shareholder investor; ir relations adhoc disclosure listed > investor financial; intranet newsletter
informed app > communications; magazine corporate readers articles > editorial publishing; letters mailings campaign > fundraising nonprofit donor;
endorsement testimonial star actor footballer > celebrity talent; series tv brands blockbuster netflix > placement film; researchers outreach papers
scientists laypeople exhibition > science communication; film script interviews broadcaster festival > documentary production; karaoke jukebox
background playlist songs shop > music licensing; station frequency transmitter antenna fm dab > broadcast radio; newspaper delivery carriers
subscribers papers kiosk > press distribution; epaper ebook reader kindle layout > epub publishing; photo archive images dam > asset media digital;
slides vhs reels > digitisation film scanning; images licence pictures commercial > stock photo; postcards calendars greeting christmas christmascards
invitations > cards printing; mailers letters windowed printed > envelopes; forms continuous checks ballots > security printing; instructions leaflets
folded pharma > inserts printing pharmaceutical; sheetfed heidelberg ink blanket rollers > printing press offset machines; marking expiry date
printhead batch cartons > inkjet coding; 3d figurine miniature costume cosplay > props modelmaking models; architect model scale miniature prototype
cnc > modelmaking architectural; flags pole pennants fluttering > flagpoles banners; arch dome tent blowup > inflatables advertising; heater patio
outdoor party tent > heating rental event; generator festival cables distribution stage > power rental event; translation booth headsets delegates
microphones > interpreting conference equipment; icebreaker game quiz murder dinner > entertainment event; acrobats artists juggler trapeze clown fire
> circus; panels interactive touchscreen visitor touch hands > exhibition museum; stuffed trophy dinosaur skeleton fossils > taxidermy museum; climate
humidity showcase lux uv > conservation museum; genealogy ancestors family tree forefathers surname descent > heritage research; stamps coins
collector collection philately banknotes > numismatic philatelic; radiocarbon dating sample age > isotope laboratory; paternity kinship forensic
traces father siblings suspect > dna genetic; water legionella drinking sample bacteria > laboratory analysis; allergens residue pesticides lab
microbiology > food laboratory testing; soil nutrients sample farm analysis > laboratory agricultural; tensile hardness fracture failed broken >
materials testing failure laboratory; ce radiated certification > emc testing laboratory; calibration gauges traceable certificate > metrology
accredited; qubit entanglement cryostat superposition atoms > quantum photonics; synchrotron accelerator detector vacuum beamline > scientific
instrumentation; optics femtosecond spectroscopy lens beam > photonics laser; nmr raman ftir spectroscopy > spectrometers analytical; centrifuge
incubator bioreactor bacteria yeast cultivation > fermentation bioprocess; pipetting robot liquid > laboratory automation handling; animal mouse cages
rodents facility > laboratory preclinical; variety crop trial plots > breeding seed agronomy; nanoparticles nano graphene coating nanotubes nanoscale
particles > nanotechnology nanomaterials; spinoff startup mentor founders seed > incubator accelerator; thinktank policy study economists evaluation >
economic research; social programme impact study effectiveness funders survey > evaluation research; bins collection citizens fees rubbish > municipal
waste; streets sweeping snow salt gritting > municipal; software registry graves burial plots funeral > cemetery municipal; council resolutions
session councillors > municipal software; school sanitation ventilation classrooms municipality > public building; road vignette trucks motorway
barrier > tolling traffic; speed camera radar redlight junction > traffic enforcement; bus timetable transport stop > transit passenger public;
disabled wheelchair school rides minibus > transport passenger; bank leftovers surplus donate waste > food rescue; orphanage sponsor child africa
donation > charity sponsorship; village solar clinic developing > humanitarian ngo; suicide crisis abuse hotline despair > counselling helpline;
violence abuse beaten domestic > shelter counselling; migrants refugees german course asylum newcomers b1 > integration language; flu jab travel
measles tetanus immunisation > vaccination medicine; covid corona swab antigen > testing pcr laboratory; mask ffp2 respirator dust virus > respiratory
ppe; pollen asthma wheezing hayfever allergic sneezing > allergy pulmonary; stomach gastro bowel colonoscopy ulcer > gastroenterology endoscopy; knee
hip replacement orthopaedist meniscus > orthopaedics joint orthopedic surgery; spine herniated disc back surgeon > spinal surgery; stroke epilepsy
parkinson migraine neurologist > neurology; prostate bladder urologist incontinence erection kidney > urology; gynaecologist pap smear menopause
contraception hysterectomy pregnancy > gynaecology; paediatrician infant child fever toddler kid measles > paediatric pediatrics; varicose vascular
leg ulcers > vein phlebology; nutrition obesity overweight dietician diet > dietary dietitian; snoring apnea insomnia tired apnoea > sleep medicine;
anaesthetist narcosis operation anaesthetics sedation anesthetist > anaesthesia anesthesia; donor kidney liver > transplant; patients abroad treatment
tourism arab interpreter surgery > medical international; medical billing hospital icd diagnosis claims > drg coding; doctor invoices billing patients
settle > medical practice; hospital unit dose cytostatics chemo ointment infusion > compounding pharmacy; medical sharps infectious disposal needles >
clinical waste; infusion pump defibrillator inspected > biomedical medical device maintenance; gas oxygen hospital pipeline nitrous cylinders
ventilator > gases medical; lights table surgeon lamp anaesthesia > operating theatre; coating titanium screws bone > implants orthopaedic medical;
tubing extrusion balloon stent lumen > catheter medical; rapid test strip antigen cassette reagent > ivd diagnostic; samd dtx software medical app >
iec62304 device; pathology ai radiology detect > medical imaging diagnostics; wearable heart patient vital > monitoring remote; exoskeleton gait
walking rehab > rehabilitation robotics; compression thrombosis lymphedema hose varicose > hosiery medical; lab coat scrubs clogs nurses > medical
workwear; companion seniors lifting > robotics assistive; patient hoist transfer bed > lifting; bathtub walkin shower barrierfree elderly > bathroom
accessible; speech device eyegaze paralysed > assistive communication aac; church hearingaid deaf auditorium > induction loop; blind cane guide
impaired magnifier > visually assistive; power attorney notarised doctor relatives > notary law; drug store shelves picking robot > pharmacy
automation; biotech mrna vaccine therapy immunotherapy biotechnology > biopharma gene; stability study shelf drug ich > pharmaceutical storage;
submission ema fda dossier marketing authorisation > regulatory pharmaceutical; blinding trial packaging randomization > clinical supply; writing
publication study report manuscript csr authors > medical clinical; pharma reps sales doctors visits > pharmaceutical; cow milking vet vaccine feed >
animal health veterinary; xray ultrasound practice equipment sonography stable vets > veterinary diagnostics; beehive honey swarm apiary varroa >
beekeeping bees; zoonosis pathogen swine avian flu flock > veterinary animal disease diagnostics; bbq barbecue party pig > grill catering; vegetarian
organic lunch buffet plantbased tofu > vegan catering; oysters sushi buffet lobster salmon shrimp > seafood fish; airline meals trolley passengers
cabin cockpit > inflight catering; ship galley cargo vessel crew > chandler provisions; prison hospital meals cookchill trays > catering cook; cutlery
plates glasses crockery forks dishes > tableware porcelain; chef cook rent dinner birthday anniversary courses > private catering; icecream gelato
scoop vanilla cones waffle > ice cream; sauces pepper paprika curry > spices seasonings; meat ham pork beef slaughter > butcher sausage; milk farm
shop mozzarella goat yoghurt > cheese dairy; herbs infusion teabags camomile green > tea herbal; baker rolls breakfast baguettes flour dough > bakery
bread; delicatessen christmas basket delicacies jam > gift hampers; lock keycard door guests reception rooms > hotel access; wifi tv guests iptv
internet television > hotel; revenue room rates adr revpar vacant overbooking > hotel; consulting operator opening franchise feasibility motel >
hotel; breakfast inn pension bnb landlady overnight > guesthouse rooms; hotel seminar rooms retreat overnight > conference meeting; treehouse glamping
dome nature yurt > cabins accommodation; excursion river dinner boat panorama passengers > cruise ship; airship ride hotair basket sunrise champagne >
balloon flights; skydive paragliding jump glider > parachute tandem; rafting paddle river whitewater > canoe kayak; interrail railway tickets eurail
sleeper compartment > rail travel; china passport consulate brazil india > visa consular; security kidnapping evacuation abroad risk > travel
assistance; student class school hostel > trips travel; pilgrims lourdes rome group santiago shrine bus > pilgrimage travel; instructor lessons
snowboard beginners slope > ski school; martial karate judo selfdefence boxing > arts defence; beach pool supervise drowning swimmers swimming >
lifeguard safety; referee whistle display hall basketball score > scoreboard sports; skating curling icerink hockey > ice rink; protein powder shake
athletes bars whey vitamins > sports nutrition; yacht hull sail antifouling keel mooring sailboat > boat marine; canvas tarp rig spinnaker > sailmaker
sails; tent canvas sewn pvc truck awning > tarpaulin covers; guitar amplifier drum synthesizer violin saxophone trumpet > musical instruments;
pressing lp lps turntable > vinyl record; studio mixing album drums vocals band > recording mastering; musician band booking gig singer concert tour >
artist music; manga collectibles fans cosplay superhero figures > comics merchandise; carnival masks theatre hire > costumes rental; wedding dress
gown tuxedo veil bridesmaid lace > bridal fashion; monogram crest badge emblem caps > embroidery patches; persian cleaning wool moth > carpet rug;
chandelier repair antique lampshade > lamps lighting restoration; tower pendulum church striking dial hands > clock; doll teddy repair hospital bear
stuffed puppet > toy restoration; knife scissors blunt blades > sharpening knives grinding; broken repair needle overlock bobbin thread > sewing
machine; umbrella suitcase zip bag handbag purse torn > repair leather; kitchen granite marble worktop windowsill stairs cutting > stonemason stone;
ornament facade ceiling mouldings render > stucco plasterer; reed straw ridge cottage > thatching roofing; log cabin garden playhouse > wooden sheds;
greenhouse garden veranda patio > conservatory glass; koi fountain garden lilies algae waterfall > pond water; lawn robot mower sprinkler grass
watering mowing > irrigation garden; tree decoration fir garland bulbs > christmas lighting; nappies wipes baby wet sanitary > diapers hygiene; baby
formula purees porridge weaning milk > infant nutrition; isofix car booster belt toddler > child seats; transport children pupils kids driver > school
bus; playroom indoor kids corner restaurant > play children; parents counselling psychologist tantrums bedwetting behaviour adhd > child psychology;
counselling hereditary test brca mutation disease > genetics; tombola raffle draw prizes scratchcards > lottery promotion; vault valuables jewels cash
burglar combination > safe; panic button threat alone > lone worker alarm; ransom kidnap negotiator hostage abducted pirates > crisis security;
survival rations bunker shelter prepper canned war > emergency preparedness; sandbags flood river dam > protection barriers; decontamination radiation
suit radioactive nerve chemical > cbrn protection; height cliff helicopter window abseil wind > rope rescue; rescue medevac pilot accident mountains >
helicopter air; dogs rubble mantrailing lost > rescue; victim accident counselling witnessed > trauma psychological crisis');
