-- More words that belong together, as 0047 says: who asks with the first of a group may mean the others.

select search_related_add('
1040 tax; 112 emergency; 13849 machinery safety; 16949 iatf; 17020 inspection; 17021 certification; 17024 certification; 17025 calibration; 17065
certification; 18650 battery lithium; 20400 procurement; 21001 education; 21434 automotive cybersecurity; 21cfr validation pharma gxp; 22000 food
haccp; 22301 continuity bcm resilience; 22716 cosmetics gmp; 26262 safety automotive; 27001 isms security certification; 27002 isms 27001; 27701
privacy; 29990 training; 2fa authentication mfa; 30415 diversity inclusion; 316l stainless; 37001 bribery compliance; 37301 compliance; 3cx voip pbx
telephony; 3dprinter 3d; 3dprinting prototype; 3dsmax 3d rendering visualization; 3gpp 5g telecom lte; 3pl fulfilment warehousing logistics; 401k
retire pension; 42001 ai; 45001 occupational safety; 4g lte mobile; 4pl logistics; 50128 railway; 510k medical device; 5g mobile telecom lte radio
network; 5s lean kaizen; 61131 plc; 61508 safety sil; 61850 substation iec; 62304 medical; 62443 iec ot security; 6g telecom radio; 82079 document;
9001 certification; 9100 aerospace; 911 emergency dispatch; 999 emergency; a11y access wcag; abacus maths; abalone aquaculture; abap sap; abaqus
simulation fem; abas erp; abatement asbestos emissions remediation; abattoir slaughter meat; abb robot automation; abbyy ocr capture; abitur school;
ableton music; abm b2b marketing; abnormal oversize; abrasives grinding sand; abroad relocation export immigration expat; abseiling rope; absence
absenteeism leave occupational staffing; absent absence attendance payroll staffing; absenteeism absence wellbeing occupational; absorbents spill
acoustic oil; abuse domestic safeguarding counselling trauma; academic education proofreading; acca accounting; accelerator startup incubator;
accelerometer vibration sensor inertial; accent voiceover language dubbing; access wcag locks doors security authentication; accesscontrol card
reader; accident claims insurance collision compensation liability; accidental injury insurance claims; accommodation rooms; accompany escort
chaperone; accordion instruments; accounting datev tax invoicing cpa; accreditation certification; accuracy calibration metrology measurement
precision; accurate calibration metrology precision; accuse criminal defence solicitor barrister; acd telephony; acetone solvents; acetylene gases
welding; acid corrosion neutralization; acne dermatology skincare; acorn forestry oak tree; acoustic soundproofing insulation; acquiring merchant
payments; acquisition diligence valuation; acrobat circus; acronis backup recovery; acrylic plexiglass pmma; activedirectory directory azure identity;
activemq messaging queue; actor casting film; actress actor casting; actuarial pension; actuators valve drives pneumatic; adapt access; adas
automotive autonomous driver radar; adblue scr diesel; addiction rehab rehabilitation detox counselling; address geocoding postal; adhd coaching
psychology therapy; adhere adhesive bonding; adhesive bonding sealant; adiabatic cooling evaporative; adjective tutoring language; adjuster claims
insurance; administration insolvency sysadmin; admiralty maritime shipping; admission ticketing university; admixture concrete; adobe creative
graphic; adopt family fostering; adr dangerous hazardous; ads advertising campaign; adserver advertising publishing; adsl broadband internet;
adsorption adsorbents; adtech advertising programmatic; adult caregivers elderly education; adultery detection investigation; adventure outdoor
expedition travel; advert media; advertising ads media seo ppc; advice advisory; adviser advisory; advisor advisory; advocate lawyer litigation
barrister attorney; adwords ads google ppc sea advertising sem; adyen payments psp; aem adobe cms; aeration wastewater pond; aerial antenna
photogrammetry; aerodynamics cfd windtunnel; aeroplane aircraft aviation; aerosol propeller filling; aerospace space; aerostructures aircraft
aerospace composite; aes encryption cryptography; aes67 audio broadcast; aesthetic cosmetics design beauty; affair divorce detection; affidavit notary
attorney; afm microscopy; afraid anxiety phobia therapist; aftereffects motion; afterschool childcare; agency marketing advertising recruitment;
agenda facilitation meet moderation; agent ai estate llm; aggregates concrete gravel quarry sand; aggressive deescalation behaviour security; agile
scrum kanban; agitators mixing mixers tank; agm battery; agony pain; agreement legal drafting; agritech agricultural; agrivoltaics photovoltaic solar;
agroforestry forestry; agronomist agronomy crop; agronomy crop soil; agtech agricultural; agv amr intralogistics automation robot guide vehicle;
ahrefs seo; ahu ventilation hvac handling; ai artificial ml llm neural gpt nlp; aiact ai compliance; aid humanitarian; aifmd funding investment; aiops
monitoring observability ai; air hvac conditioning compressor; airbags automotive; airbnb holiday hosting; aircon hvac cooling refrigeration;
airconditioning hvac cooling chiller refrigeration; aircraft airframe airline mro; airflow fan hvac; airframe aircraft structural; airfreight cargo;
airline flight aircraft; airport transfer shuttle chauffeur; airtightness insulation passivhaus sealing; airwatch mdm mobile; airworthiness aircraft
camo; aix unix ibm; ajax javascript; akamai cdn; akeneo pim; aks kubernetes azure; alarm burglar intrusion security detection intruder cctv fire
detector; album photo recording music photography mastering; alcatel telephony network; alcohol rehab beverage liquor; alert monitoring; alfresco ecm
document; algae microalgae aquaculture; algaecide pool; algebra tutoring maths; algorithm mathematics optimisation optimization ml; algotrading
trading quantitative; alias email dns; alibaba marketplace cloud sourcing; alien immigration visa; alignment laser orthodontics calibration;
alkylation refinery; allege litigation lawyer criminal defence; allenbradley plc rockwell; allergens labels; allergic allergens immunology
dermatology; allergy allergology immunology; alleviate pain therapy; alloys metallurgy; alm charity donate; almalinux linux; almonds nuts; alone
companionship homecare counselling lonely; alphabet literacy lettering font; alpr plating recognition parking; altar church liturgical; altera fpga;
alterations tailoring; alternator automotive generator; alteryx analytics etl; altium pcb electronics; aluminium extrusion alloys anodizing; aluminum
extrusion alloys; alzheimer dementia neurology; amadeus travel; amazon marketplace aws; ambassador influencer embassy; amber jewellery; ambulance
paramedic; amd processor cpu; amend contract; ami metering; aml kyc laundering compliance; ammonia fertility; ammunition cartridge munitions defence
firearms; amp amplifier audio guitar; amplifier rf loudspeaker electronics; ampoules vials; amputee prosthetics; amr robot agv mobile intralogistics;
amusement entertainment ride attractions; anaerobic biogas digester; anaesthesia anesthesiology; anaesthetic anaesthesia; anaesthetist anaesthesia;
analog digitization electronics circuit signalling; analogue electronics circuit; analyses laboratory; analyst analytics research reporting; analytics
bi chromatography insights laboratory dashboard ml; analyze analytics; anaplan budgeting; anatomy medical illustration; ancestor archive heritage;
ancestry genealogy; anchoring geotechnical; ancient archaeology antique heritage; android mobile kotlin app; androidauto infotainment automotive;
anechoic emc acoustic; anemia haematology; anemometer wind meteorological; anesthetist anaesthesia; aneurysm vascular; angel startup investor; anger
counselling therapy; angina cardiology; angiography imaging cardiology; angler angling fish; angling fish; angry mediation; anguish counselling
therapy psychotherapy; angular javascript typescript frontend; ankle orthopaedic; annealing hardening; anniversary celebrate event jubilee party
catering gift; annotation labels ai; announce press; annual accounting audit; annuitant pension; annuity pension retire insurance; anodizing
aluminium; anomaly detection monitoring; anonymisation privacy gdpr masks; anonymization whistleblowing gdpr masks; anorexia psychotherapy; anpr
parking plating recognition; ansible automation configurator devops; answering receptionist telephone; ansys simulation cfd fem fea; antenna rf
wireless mast; anthology publishing; anthropic llm ai; antibiotic pharmaceutical; antibodies immunoassay immunology biotech; anticoagulant thrombosis;
anticorrosion corrosion coating; anticounterfeiting hologram serial authentication; antidote toxicology pharmacy; antidrone drone jammer; antifouling
marine coating; antifreeze glycol coolant; antique auction furniture appraisal; antiscalant osmosis scales; antiscaling descaling; antispam spam
email; antitrust cartel; antivirus endpoint; ants pest extermination; anvil blacksmith forging; anxiety psychotherapy psychologist; anxious
psychotherapy anxiety therapy therapist counselling psychologist; anydesk remote; aoi optics inspection pcb; apache server; apartment residential;
aphasia speech; aphids pest crop; api rest graphql openapi; api650 tank; apiary beekeeping honey; apm monitoring observability; apnea cpap sleep;
apology reputation pr mediation; apostille legal notary attestation; app ios android; apparel garments; appdevelopment mobile ios android; appdynamics
monitoring apm; appeal litigation; appendix surgery surgeon; appium mobile testing; applause theatre concert; apple mac iphone; appletv tv app;
appliances household; applicant recruitment ats hiring hr candidate screen; appointment recruitment scheduling executive; appraisal surveyor valuer;
apprentice vocational; apprenticeship vocational training; appsec security; apqp automotive; aps planning production scheduling; aptitude psychometric
assessment; aquaculture shrimp fishery; aquaponics aquaculture hydroponics; aquaristic aquarium; aquarium fish; aquifer hydrogeology groundwater; ar
vr; aramid fibre protection; arboriculture arborist tree pruning; arborist pruning arboriculture; arc welding; arcade amusement machining; arcflash
electrical; arcgis gis esri geospatial; arch masonry orthotics podiatry; archicad bim; architecture building; architrave joinery; archive digitization
storage dms museum preservation retention; arcsight siem; arduino microcontroller embedded prototype; argo kubernetes gitops; argon gases welding;
argue mediation dispute; argument mediation dispute conflict; ariba procurement sap; arinc avionics; aris bpm process modelling; arithmetic maths
tutoring; arm orthopaedic prosthetics robot; armchair furniture; armored ballistic armour; armour ballistic armored bulletproof; army defence; aroma
flavours fragrance; array raid antenna; arrears collection dunning; arrest criminal defence lawyer bail; arrhythmia cardiology; arri film cinema;
arrow archery signage; arsenic water contamination; art painting; artefacts museum conservation; arthritis rheumatology; arthroscopy orthopaedic
surgery; arthrosis orthopaedic; article copywriting editorial journalism; artifactory devops; artifacts museum; artificial ai machining prosthetics;
artisan handcrafted; artist gallery booking illustration entertainment; aruba wifi wlan network; as2 edi; as400 iseries ibm rpg; as9100 aerospace;
asana collaboration; asbestos abatement remediation removals; asbestosis asbestos mesothelioma injury; aseptic sterile; ash chimney boiler cremation
stove; ashcan waste rubbish; asic semiconductor fpga chip design; asleep insomnia sleep; asme pressure vessel boiler; asphalt bitumen; aspice
automotive spices; asr speech recognition; assaabloy locks access; assault criminal attorney defence security; assay immunoassay laboratory minerals
screen; assemble furniture manufacturing; asset valuation depreciation; assistedliving seniors elderly; association membership; assortment retail;
asterisk voip pbx telephony; asthma allergy; astronaut space; astronomer telescope optics observatory; astronomy observatory planetarium; astroturf
turf; asylum immigration migrants; asynchronous messaging queue; ate food restaurant allergy; atex explosives hazardous; atlas cartography gis;
atlassian jira confluence; atm banking; atmosphere lighting decorating; atom nuclear spray nozzles; ats applicant recruitment; attach adhesive
fasteners; attack cybersecurity ddos threat firewall penetration security; attendance registration timekeeping clock; attestation apostille notary;
attic insulation; attorney litigation solicitor probate; attractions amusement; attrition retention; audible alarm acoustic audio; audience
advertising marketing segmentation event target; audio recording acoustic audiovisual; audiobook narrator publishing; audioguide museum audio
multilingual; audiologist audiology; audiovisual av projector conference; audit assurance compliance; auditor assurance; augmented vr reality; aunt
elderly; aupair nanny; authentication appraisal mfa sso; author publishing editing ghostwriting elearning governmental identity copywriting
manuscript; autism autistic inclusion; autistic autism; autobiography ghostwriting memoir publishing editing; autocad cad drawings autodesk drafting;
autoclave sterilisation sterile composite; autodesk cad bim autocad; autoglass windscreen windshield; automatic plc robot; automation rpa workflow
scripting controlling; automationanywhere rpa automation; automobile automotive garage; automotive oem; autonomous robot adas; autopilot intune
deployment endpoint; autopsy pathology forensic; autosar automotive ecu embedded; autostore warehouse; auv underwater subsea; av audiovisual;
avalanche rescue; avaloq banking wealth; avast antivirus; avatar 3d; avaya telephony pbx; avd azure vdi desktop; aviary bird; avionics aerospace
aircraft airborne aviation; avl vehicle tracking; avocado fruit; avr microcontroller embedded; awake sleep insomnia; award engraving medals; awb
freight; awning shading blinds canopy; aws amazon ec2; axapta dynamics microsoft erp; axes cnc milling machining; axis cnc milling machining robot;
axles chassis trailers; ayurveda ayurvedic herbal; ayurvedic ayurveda herbal; azav training vocational; azure microsoft; azuredevops azure; baby
childcare maternity nursery pediatric paediatric; babysitter childcare nanny babysitting; babysitting childcare nanny babysitter; baccalaureate school
ib; bachelor university degree; backache physiotherapy ergonomic chiropractic osteopathy; backbone network fibre; backend api java php python spring;
backflow plumbing valve; background screen vet; backhaul microwave telecom wireless; backhoe excavation loader earthmoving; backlinks seo; backlog
outsourcing staffing agile digitization; backpacker hostel travel; backup veeam commvault acronis replication disaster; backward compatible legacy;
bacnet automation building; bacon pork meat; bacteria disinfection hygiene laboratory; bacterial microbiology; bacterium microbiology disinfection
hygiene legionella laboratory; badge embroidery id rfid; bafa funding; bafin compliance; bag packaging luggage leather; baggage airport; baghouse dust
filter; bagpipe instruments; bail criminal defence; bailiff debt collection; baking pastry bread; balancing weighing bookkeeping laboratory; balcony
balustrade terrace; bald hair transplant wig; baler bales; bales baler; ballast marine ballastwater; ballastwater marine vessel; ballet dance dancers;
ballistic armour bulletproof; balloons decorating; ballot voting election; ballscrew motion; balsa composite; balustrade handrail; bamboohr hr; banana
fruit plantation; bancassurance insurance banking; band musician concert wedding; bandages dress; bandwidth network broadband internet fibre
connectivity; banker investment; banking financial payments loan; banknotes currency cash; bankrupt restructuring bankruptcy creditor; bankruptcy
restructuring; banner printing flag signage advertising; banquet catering; bapi sap; baptism church; bar bartender catering cocktail drinks beverage;
barbed fencing; barber barbershop haircut; barbershop barber; barcode scanner; bareos backup; bargain negotiate; barge waterway; bariatric obesity
surgery; barista coffee espresso; barite drilling minerals; bark dog tree arborist training mulch; barley malt grain; barmitzvah catering; barometer
pressure meteorological; baroque restoration music orchestra antique heritage; barracuda email firewall; barrel cooperage drums winery; barrier
bollards parking access; barrierfree access; barrister litigation advocacy legal chamber law counselling; bartender cocktail bar; basalt aggregates
stone; basement waterproofing damp tank underpinning sump excavation; bash linux scripting shell; basket wicker gift hamper; basketball sports;
basketmaker wicker basket; bass audio guitar; bat ecology; batch etl manufacturing mixing scheduling; bath plumbing tiling; bathlift mobile; bathrobe
towel; bathroom sanitary tiling plumber; bathtub bathroom sanitary; bathymetric hydrographic surveying; bathymetry hydrographic sonar surveying;
battery cell storage charging charger; battle litigation reenactment; baud serial modem; bauxite aluminium mining; bay racking windows; bayesian
statistics modelling; bbq barbecue grill; bcm continuity resilience recovery; bcorp sustainability; bcp continuity resilience recovery; bdd testing
cucumber; beach resort coastal holiday surf; beacon bluetooth ble indoor; beam steel structural joist; beamer projector audiovisual projection; bean
coffee roasting roastery; beard barber barbershop grooming shaving; bearings rolling roller; beat music drums; beautician beauty; beauty salon
skincare; beckhoff plc twincat automation; bedbugs pest extermination; bedding furniture duvet linen hotel accommodation bedroom; bedlinen linen
bedding textile; bedridden nursing homecare; bedroom wardrobes furniture extension loft; bedsore mattresses wound; bedwetting urology; beef butcher
steak; beekeeping honey apiary; beer draught bar; bees apiary; beginner lessons course tuition training; behavior psychology; bell doorbell intercom;
bellboy hotel; bellfounder bell; bellows expansion; beloved funeral; belt pulley drives drivetrain bearings; bench carpentry joinery outdoor
furniture; bending sheet tube fold sheetmetal; beneficiation minerals ore; benefit pension welfare; bent straightening bodywork; bentonite clay
drilling; benzene petrochemical; beps tax; bequest probate charity; bereavement funeral grief; berries fruit; beryllium copper; bess storage battery;
betting igaming bookmaker game sports; beverage bottling; bexio bookkeeping accounting; bga pcb smt; bgp routing network isp; bi intelligence
analytics dashboard reporting powerbi tableau qlik; bias fair statistics audit; bible christian church religious; biblical theology church religious;
bid proposal; bidet sanitary bathroom; bifocal lenses optician; bigbag fibc bulk; bigbluebutton videoconferencing elearning; bigcommerce ecommerce;
bigdata hadoop spark analytics; bigotry discrimination; bigquery google warehouse analytics; bike cycling; bikesharing bicycle; bilge marine;
bilingual language translation; billboard outdoor ooh; billfold leather wallet; billing accounting utility; billoflading shipping freight; bim revit
ifc modelling archicad autocad; binary firmware; bindery bookbinding binding; binding bookbinding bindery; bingo game; binoculars optics; binpicking
robot; bins container refuse rubbish; bioanalysis bioanalytical; biobank cryopreservation; biochar pyrolysis; biochemistry laboratory assay
biotechnology biotech; biocides disinfection preservation; biocompatibility medical toxicology; biocontrol pest crop; biodegradable compostable
bioplastics; biodiesel biofuel; biodiversity ecology; bioenergy biomass biogas; bioequivalence clinic bioavailability; biofuel biodiesel ethanol;
biogas digester anaerobic biomethane; biography ghostwriting publishing memoir; biohazard decontamination; bioinformatics genomics sequencing;
biologist ecology biotech laboratory; biology laboratory biopharmaceutical biotech antibodies; biomarker diagnostics; biomass bioenergy; biomechanics
gait; biomethane biogas anaerobic; biometric facial recognition authentication; biopharma biology biotechnology; bioplastics biodegradable
biopolymers; bioprocess fermentation bioreactor; biopsy pathology; bioreactor fermentation bioprocess; bios firmware uefi; biosafety container
laboratory; biosimilar biology; biostatistics clinic statistics; biostimulant crop fertility; biotech biopharmaceutical; biotechnology biopharma;
bipolar psychiatry; bird avian netting pest pigeon; birth maternity obstetrics midwifery; birthday party cake entertainment balloons; biscuit bakery
confectionery baking; bishop church diocese; bistro restaurant; bitbucket git atlassian; bitdefender antivirus endpoint; bite dental veterinary
dentist pest orthodontist; bitlocker encryption endpoint; bitmap vector vectorisation graphic; bitter brewery; bitumen asphalt waterproofing; bitv
access; biztalk integration microsoft; blackbelt lean sigma; blackboard classroom lms elearning school whiteboard; blackmail ransomware forensic
cybersecurity solicitor investigation; blackout ups generator genset; blacksmith wrought ironwork; bladder urology; blades knives sharpening cutting
saws turbines; blancco erasure itad; blanket linen textile; blasthole drilling blasting; blasting demolition shotblasting; blazor .net; ble bluetooth
iot beacon; bleach chlorine; bleacher seating grandstand; blender appliances; blew fuse electrician; blight crop fungicide; blinds shutters shading
awning; blister coating packaging painting thermoforming; block drain masonry brick plumber concrete sewer; blockchain crypto ethereum token web3 dlt;
blockwork masonry; blogger influencer blog; blood laboratory medical phlebotomy diagnostics; bloody biohazard; bloomberg trading financial investment;
blouse clothing; blow moulding; blowdown boiler; blower fan ventilation compressor; blowmoulding bottling plastics; blown fuse gaskets insulation
glassblowing; blowout oilfield prevention; blueprints drawings drafting architecture plotter cad; blueprism rpa automation; bluescreen repair
troubleshooting windows; bluesign textile; bluetooth ble iot; blunt sharpening; blurb copywriting; blurry photography retouching; bms automation
battery; bnb accommodation; bnpl installation payments; board pcb; boardgames game; boat marine boatyard shipyard; body bodyshop; bodybuilding
fitness; bodyleasing outstaffing contractor staffing; bodyshop bodywork collision; bodywork bodyshop; bog drainage peat toilet; bogie rail railway;
bogus fraud counterfeit; boil boiler; boiler burner; boilermaker welding boiler; bollards barrier; bolts nuts locksmith; bom component electronics;
bomb ordnance; bonding adhesive surety warehouse; bone fracture osteopathy; bonus payroll remuneration; bookbinding binding bindery; bookcase shelving
furniture; bookie betting; booking bookbinding printing calendar editing; bookkeeping payroll; booklet printing leaflet; bookmaker betting; bookplate
bookbinding; bookseller booking bookstore; bookshop publishing bookseller retail; bookstore booking publishing retail; boom crane audio; boomi
integration ipaas; boost seo; boot footwear cobbler; bootloader firmware embedded; bootstrap css startup html frontend; border freight immigration;
boredom entertainment leisure; borehole groundwater; borescope inspection endoscopes; borg backup; boring borehole machining; born midwife maternity
birth baby; boroscope inspection endoscopes; borrow lending credit mortgage rental finance; botnet ddos malware; botox aesthetic; bottleneck lean
optimization; bottling beverage glass; bought purchasing procurement ecommerce conveyancing; bouldering climbing; bounce email trampoline; bouncer
doorman; bouncy inflation; bound bookbinding; boundary fencing surveyor cadastral surveying; bouquet florist; bow archery violin; bowl pottery
tableware; boxes packaging carton cardboard; boxspring bedding mattresses; bpm process workflow bpmn; bpmn process workflow modelling; bpo outsourcing
backoffice; bra lingerie; bracelet jewellery; braces orthodontics orthodontist; bracket mount orthodontics; braille access tactile; brain
neuroscience; brainstorming ideation; brake automotive garage mechanic; brambles clearance landscaping; brandbook branding; branding design identity;
brass foundry copper instruments plating machining orchestra fitness; brazing soldering welding; brc food haccp; brcgs food haccp; breach forensic
cybersecurity gdpr security; bread baking; break repair glazing; breakbulk cargo; breakdown roadside maintenance reliability fault; breaker
switchgear; breakfast catering hotel bakery cafe; breakin burglary alarm; breakwater marine coastal; breast mammography; breastfeeding lactation baby;
breath asthma pulmonary pulmonology; bred breeding livestock; breeam sustainability; breeder breeding; breeding breeder veterinary genetic kennel;
breeze ventilation; brevo email newsletter; brewhouse brewery brewing; bribery compliance; brick bricklaying; bricklaying masonry brickwork; brickwork
masonry bricklaying; bridal wedding dress gown; bride bridal wedding; bridge civil structural steel; brigade fire firefighting extinguishing; bright
lighting shading daylight; brighter lighting led; broaching machining gear; broadband internet fibre isp dsl; broadcast tv studio; broadcom vmware;
brochure flyer; broilers poultry chicken; broke repair insolvency; broken repair spare fix replacement; broker brokerage; brokerage broker trading;
bronze brass copper casting; brooch jewellery; broom brush sweeping; broth soup; brownfield remediation contamination redevelopment; brownout voltage
ups; browse ecommerce catalogue; browserstack testing browser; brush painting; bruteforce authentication; bs5839 alarm; bsd unix; bsi grundschutz; bsl
biosafety; bsod windows; bsp embedded linux driver; bss telecom billing; btp sap; bubblewrap packaging; buck deer venison; bucket excavation digger
crane; buddhist temple; budgeting controlling forecasting accounting financial fp&a; bug debugging testing pest qa tscm eavesdropping; bugfix
maintenance debugging; builder building; building contractor builder; buildroot embedded linux; built construction; bulb led; bulimia psychotherapy;
bulk wholesale silo tanker; bulkcarrier shipping; bulky clearance; bull cattle livestock veterinary breeding; bulldozer earthmoving; bullet ballistic
armour; bulletproof ballistic armour; bullion gold precious; bullying harassment counselling mobbing; bump bodywork collision dent; bumper automotive;
bundle packaging; bunion podiatry; bunkering marine fuel; buoy marine; bureaucracy permit paperwork licensing; burglar alarm intrusion; burglary
surveillance; burgled burglary alarm; burial cemetery; burner combustion boiler; burnin electronics; burnout psychologist coaching wellbeing; burnt
fire restoration; burp pentest security; burr deburring; burst pipe plumber leak plumbing; bury funeral burial; bus minibus transport charter; busboy
restaurant; buses coaching passenger transport; bush bearings hedging landscaping pruning gardening safari; bushcraft outdoor; businesscards printing
stationery; businessobjects bi sap reporting; bust sculpture; butcher butchery; butchery meat butcher; butler concierge household; butter bakery;
button haberdashery sewing; buy procurement wholesale retail; buyer procurement realtor estate sales; bvlos drone uav; bw4hana sap bi; byod mdm
mobile; bypass cardiology; byte data programming; c++ embedded qt opencv linux; c4isr defense tactical; caa aviation; cabbage vegetables; cabinet
joinery cabinetry carpentry; cabinetmaker joinery cabinetry; cabinetry joinery kitchen; cable electrician conductor network electrical ethernet;
cableassembly harness wiring; cablecar ropeway cableway; cableway ropeway; cad solidworks autocad cam 3d drafting catia creo revit; cadastral
surveying gis surveyor land; cae simulation fem cad; caesarean obstetrics; cafeteria catering; caffeine coffee beverage; cafm facility; cage fencing
kennel poultry; cake bakery confectionery patisserie baker wedding; calcium minerals; calculate engine structural; calculus tutoring mathematics
maths; calendar booking printing outlook; calendly rubber scheduling booking film; calibration metrology traceability; caliper measurement metrology;
call telephone voip telephony pbx answering; callcenter call contact telephony agent; caller answering telephone telephony callcentre; calligraphy
lettering; calorimeter calorimetry; cam camera cnc cad machining; camera cctv photography lens; cameraman film video; campaign media pr branding;
camper motorhome campervan; campervan motorhome camper; camping campsite camper outdoor glamping; campsite camping; campus student school; camshaft
engine; camt payments banking; camunda bpmn workflow; canbus automotive ecu embedded; cancel terminal lawyer withdraw; candidate recruitment
headhunting hiring applicant; candlemaker candles; candlestick candles; candy confectionery sweets; candyfloss confectionery; cannabis cbd hemp;
canning retort; canola oilseed; canon printer camera; canopen fieldbus; canopy awning; cans beverage packaging; canteen catering; cap embroidery
headwear merchandise bottling; capa deviation; capacity scales planning; capital investment investor; capl automotive canoe; capsules encapsulation
supplements; captain yacht charter maritime crew; captioning access; captive insurance; capture scanning ocr digitization photography; car mechanic
auto; carabiner climbing harness; carat diamonds gold; carbide tungsten tools cutting; carbon emissions decarbonisation concrete repair co2;
carburettor engine fuel; card payments printing greeting; cardamom spices; cardboard boxes; cardiac cardiology; cardiologist cardiology cardiac;
cardiology cardiac; cardiovascular cardiology heart; career coaching recruitment outplacement counselling cv; caregivers carer homecare; carehome
nursing elderly; careless negligence; carer caregivers; caretaker janitorial; cargobike bicycle; caricature caricaturist illustration; caries dental;
caritas charity; carnival costumes; carousel ride amusement; carpark parking; carpenter woodwork; carpentry joinery woodwork; carpet upholstery
textile cleaning; carplay infotainment automotive; carpool carsharing ridesharing; carport canopy garage; carriage haulage horse rail freight; carrier
freight telecom shipping courier; carrot vegetables greengrocer produce grower; carry removals porter haulage; carsharing mobile; cartel antitrust;
cartographer cartography mapping; cartography gis; carton corrugated; cartoon illustration cartoonist animal; cartoonist cartoon illustration;
cartridge printer printing; carveout mergers separation divestiture migration; carver carving; carving separation migration; casb cloud security;
casein dairy; cash banking bookkeeping pos treasury; cashew nuts; cashflow treasury factoring; cashier pos checkout; cashintransit cash guarding;
cashless payments contactless; cashmere wool knitwear; cashregister pos cash; casino game igaming; cassandra nosql database; cassette tape
digitization audio; casting diecasting; castle heritage venue restoration; castors wheel; castration veterinary; casual temporary; cat veterinary pet
cattery vet; cat6 cable ethernet network; cat6a cable ethernet network; cat7 cable ethernet; catalog ecommerce printing pim brochure; catalogue
printing; catalysis catalysts; catalysts catalysis; catalytic catalysts; cataract ophthalmology; catastrophe disaster relief; catenary overhead
railway; catering canteen foodservice banquet; cathedral heritage restoration stonemasonry conservation; catheterization catheters; catheters medical;
cathodic corrosion; catholic church parish religious; cati surveying fieldwork; catia cad dassault; cattle dairy cow veterinary breeding feed; catv
cable television; catwalk fashion; caulking sealant sealing; caustic soda chemical; cave speleology geotechnical tourism; caviar sturgeon aquaculture;
cavitation pumps; cbam carbon emissions; cbd cannabis hemp; cbtc railway signalling; ccaas contact omnichannel; cclink fieldbus mitsubishi; ccna cisco
network; ccnp cisco network; ccpa privacy gdpr; cctv camera video inspection; cdm construction safety; cdmo pharmaceutical; cdn cloudflare cache; cdr
billing telecom; cefr language; ceiling drywall plastering acoustic suspend; celebrate event catering influencer; celiac gluten; cell biotech mobile
battery; cellar waterproofing; cello luthier; cellphone mobile smartphone; cellular mobile gsm telecom lte; cellulite aesthetic; cellulose pulp paper;
celonis process mining; cement clinker; cemetery burial; censor redaction; censorship vpn; centos linux; centrifuge separation decanter; ceo executive
leadership; ceph storage openstack; ceramics kiln; ceremony wedding celebrate funeral florist; certification accreditation inspection audit iso;
cesspit septic desludging sewage; cetp effluent wastewater; cfd simulation fluid aerodynamics; cfo finance controlling accounting; cgi rendering 3d
visualization vfx; chafing buffet catering; chain conveyor hoist lifting; chainsaw forestry arborist; chair upholstery ergonomic; chairlift ropeway
ski; chairman board; chalice liturgical; chalk blackboard; chamber climate vacuum; chambermaid housekeeping hotel; champagne wine catering sparkling;
chandelier lighting luminaires; chandler chandlery shipping; chandlery marine shipping; changeover migration; channelmanager hotel booking; chaos
decluttering; chapel church funeral wedding; chaplain pastor; charcoal biochar; chargeback payments fraud; charging battery; charitable nonprofit
charity fundraising foundation donate; charity fundraising charitable donor; charm jewellery; charpy testing; charred restoration fire; chart
dashboard visualization; charter vessel yacht aircraft aviation boat coaching; charwoman cleaning; chase debt collection; chassis suspension; chat
chatbot; chatbot nlp; chatgpt ai llm chatbot; chauffeur limousine driver; cheaper savings tariff procurement; cheat investigation proctoring fraud
infidelity; cheater detection investigation; check verification; checkmk monitoring; checkout pos ecommerce; checkweigher weighing inspection; cheese
creamery milk; cheesemaker cheese dairy; cheesemonger cheese; chef culinary catering; chemical laboratory reagents hazardous; chemist pharmacy
laboratory pharmaceutical; chemistry laboratory synthesis; chemo oncology; chemotherapy oncology; cherries fruit; cherrypicker aerial; chest
cardiology pulmonary radiology; chestnut arborist timber hardwood; chew dental dentist pet; chicken egg farm hatchery; chickpeas pulses; child
childcare nursery custody; childbirth obstetrics maternity; childcare daycare nanny; childhood nursery pediatric kindergarten; children childcare
nursery kindergarten playground; chili spices; chilled refrigeration frozen; chiller refrigeration hvac; chilly heating insulation; chimney masonry
fireplace; chimneysweep chimney; chip electronics repair asic microcontroller resurfacing microchip; chipboard particleboard panels mdf; chiropody
podiatry; chiropractic spine chiropractor osteopathy; chiropractor chiropractic; chisel tools; chlorine water; chocolate cocoa pralines truffles;
chocolatier chocolate confectionery; choir music concert singer; cholesterol cardiology; chop firewood butcher; choral music singer; chord music
piano; choreography dance; chorus choir music; chp cogeneration; christian church; christmas xmas decorating; chromate plating coating;
chromatographic chromatography; chromatography hplc analytics; chrome plating chromium; chromebook google laptop; chromium chrome metal; chronograph
watches; chuck workholding lathe clamping machining; church parish heritage restoration faith; churn predictive crm analytics; ciam identity iam; cicd
devops; cics mainframe; cider beverage brewery orchard cidery; cigar tobacco; cigarette smoke cessation; cilium kubernetes network; cinema projection
projector screen video; cinema4d 3d; cinnamon spices; circuit electrical electrician; circuitry electronics pcb circuit; circulate pumps ventilation;
circus artist; cisco network switch router ccna; ciso security; cistern toilet plumbing rainwater; cite bibliography referencing; citizen municipal
immigration egovernment nature; citizenship immigration residency nature; citrix virtualization vdi desktop; citrus fruit juice; civil infrastructure
earthworks bridge litigation; civilian humanitarian; cladding rainscreen; claimant litigation injury solicitor; claims adjuster; clamping workholding
fixtures; clarifier wastewater sedimentation; clarinet woodwind instruments; clash bim mediation; class training tuition; classification taxonomy
labels categorization; classify taxonomy labels; classroom teaching; clause contract legal lawyer; clay ceramics; cleaner janitorial housekeeping;
cleanest janitorial; cleaning janitorial hygiene disinfection sanitization; cleanroom hepa contamination; cleansing deduplication; clearance removals
decluttering house; clergy church; click ppc ads analytics; clickhouse analytics database; cliff geotechnical abseiling rockfall; climate hvac;
climbing bouldering harness scaffolding; clinic healthcare outpatient physician dental; clinker cement kiln; clip video; clm contract; clock
attendance horology watchmaking timekeeping clockmaker; clockmaker clock; clog drain unblocking jetting sewer plumber filter shoes plumbing drainage
descaling; clojure java; clone backup imaging virtualisation; closet wardrobes cabinetry joinery carpentry; closures cap bottling; clothing fabric
workwear; cloud migration gcp saas; cloudflare cdn ddos; cloudformation aws; clown entertainment; clp chemical labels; clt timber glulam; club
membership nightclub sports fitness; cluster kubernetes segmentation analytics server distribute; clutch transmission brake; clutter decluttering
clearance; cmdb itsm asset configurator; cmm metrology measurement; cmmc cybersecurity defense compliance; cmms maintenance asset; cmos semiconductor
asic; cmr haulage freight; cms typo3 drupal wordpress; cmyk printing; cnc milling turning lathe; co2 emissions carbon; coaching minibus charter
leadership training; coagulation wastewater; coal mining boiler fuel; coarse aggregates sieving grinding; coast marine harbour; coastal marine
breakwater; coating powder; coax cable coaxial; coaxial cable rf; cobalt metal battery; cobbler shoes shoemaker footwear repair leather heel;
cobblestone paving stone; cobit audit; cobot robot collaboration; cochlear implants; cockpit avionics flight; cockroach pest extermination;
cockroachdb database distribute; cocktail bartender beverage bar; cocoa chocolate; coconut coir; code software refactoring; codeaudit audit;
codebeamer alm; codec compressed audio; codegeneration simulink embedded; codeigniter php; coder developer programming software; codesys plc
automation; coffee roastery barista bean; cofferdam piling marine; cogeneration chp; cognex vision camera; cognos bi ibm reporting; cohesity backup
recovery; coin numismatic cryptocurrency vending; coir coconut substrates; coke foundry steel; cold heating insulation; coldcalling telemarketing
outbound; coldchain refrigeration temperature; coldroom refrigeration freezer panels cooling; coldstore refrigeration coldroom; colic equine;
collaboration teams sharepoint; collagen gelatin peptide; collapse demolition insolvency; collar dog orthopaedic shirt; collate finish bindery
printing; collection pickup collectors courier recycling; college education student campus admission; collet workholding; collibra catalog; collimator
optics; colo colocation datacenter; colocation hosting racking; cologne perfume; colonoscopy gastroenterology endoscopy; colony beekeeping pest bees
hive; color painting pigments dyes printing; colorimeter colour measurement; colostomy ostomy; columbarium urns cemetery; column pillar structural
concrete; combat martial pest; combi boiler heating; combustion burner fire atex engine boiler; comedy comedian entertainment; comfort hvac ergonomic
upholstery; comic illustration cartoon publishing comedy; comma csv proofreading; commercetools ecommerce; commercial advertising property; committee
board association; commodity trading futures; commoncriteria certification evaluation security; communal cleaning municipal community property;
communications translation interpreting pr; commvault backup recovery; compaction soil roller; compactor waste compaction; companion caregivers
homecare; companionship seniors elderly; comparison benchmarking; compatible interoperability emc; compensation injury; compere moderation; compete
benchmarking; competition antitrust seo tournament benchmarking; competitor benchmarking surveying marketing; compiler toolchain embedded; complain
mediation ombudsman; complaint ombudsman mediation dispute; compliment reputation; comply regulatory audit gdpr; component electronics machining;
composite laminate grp vfx; compostable organic biodegradable bioplastics; compounding plastics; compromise breach forensic mediation settlement;
compulsion addiction psychotherapy; compulsory compliance; computer hpc gpu cloud laptop desktop; computerize software digitisation digitization erp
automation; computervision imaging vision ai recognition; comsol simulation multiphysics; con fraud scam; concatenate etl spreadsheet; conceive
fertility ivf; concentrate adhd juice; concept prototype; concert event stage audio sound lighting ticketing; concertina fencing; concerto orchestra
classical music; concierge reception; concrete formwork reinforcement precast readymix screed construction; concur travel expense sap; concurrency
scalability multithreading; concussion neurology; condensation ventilation boiler damp dehumidification insulation; condiments sauce spices;
conditionmonitoring vibration predictive sensor; condo condominium apartment; condolence funeral; condom contraception sexual; conductor cable
electrical; confectioner confectionery pastry; confectionery sweets candy; conference venue av interpreting; confess criminal defence church;
confidential nda shredding discretion investigation; configurator cpq deployment 3d; conflict arbitration; confluence atlassian wiki; conform
compliance certification; congest network capacity; congratulate florist gift; connectivity internet network broadband; connector cable integration
harness interconnect plug wiring; consent gdpr cookie; conservation wildlife; conservatory glazing orangery; console game unity playstation port;
conspiracy criminal barrister; constipation gastroenterology; construction contractor civil; consular visa embassy; consulting advisory; consumer
metering; consumption energy metering efficiency submetering; contactlenses optician; contactless nfc payments; containerisation docker kubernetes
container; containerization docker kubernetes container; contamination hygiene; contao cms website; contend dispute; content copywriting seo editorial
headless blog; contest probate litigation dispute; continuity disaster bcm; contour topographic surveying gis; contraception gynaecology gynaecologist
clinic; contract lawyer drafting legal contractual; contractor construction building; contractual contract lawyer; contravention compliance
regulatory; controlcabinet cabinet switchgear; controllogix plc rockwell; controlroom dispatch console; controversy pr crisis; convention exhibition
conference congress event venue; conveyancing solicitor property deed notary; conveyor handling; convict criminal defence probate; cook chef culinary
catering; cooker stove kitchen; cookie bakery consent gdpr biscuit privacy; cookware pan pot; coolant cutting metalworking; cooling hvac conditioning;
coordinate surveying gis; copacking packing; copadata scada zenon; cope counselling; copernicus satellite; copier mfp photocopier multifunction;
copilot ai microsoft; copper brass plumbing roofing recycling; copy copywriting printing infringement counterfeit plagiarism; copyediting proofreading
editing; copyright intellectual infringement ip trademark; cordage rope; cordis research; cordova mobile hybrid; cordwainer shoemaker; corebanking
banking financial; coring drilling; coriolis metering; cork closures; corkscrew wine; corn grain maize agricultural podiatry chiropodist;
corporateidentity branding logo; corpse funeral mortuary; correlate statistics analytics; corridor flooring; corrode anticorrosion; corrosion
anticorrosion cathodic coating galvanizing; corrugated carton packaging; corrupt recovery backup forensic integration; corten steel; coshh chemical
hazardous occupational safety; cosmosdb azure database nosql; cosplay costumes; cost estimate controlling surveyor accounting; cots rugged defense;
cottage holiday; cotton yarn fabric; couch sofa upholstery; couchdb nosql database; cough doctor pulmonary physician; council planning; counselling
lawyer legal attorney; counsellor counselling psychotherapy; count inventory stocktaking; counter worktop countertop shopfitting; counterdrone drone
jammer; counterfeit anticounterfeiting authentication infringement traceability; countertop worktop granite kitchen; country immigration
international; countryside landscaping agritourism farm; coupa procurement; couplings shaft drives fitness; coupon loyalty promotional; courage
coaching; courier express sameday freight logistics dispatch; course class academy tuition; court judicial lawyer attorney solicitor advocate;
courtesy etiquette; couscous pasta; couture fashion bespoke; cover insurance; coverage insurance network testing signalling; coveralls workwear
protection; covid antigen pcr; coving plastering; cow cattle dairy; coworking workspace; cpa accounting audit; cpanel hosting; cpap apnea sleep; cpq
configurator sales quotation; cpr resuscitation; cpu intel amd; cra cyber resilience; crab seafood; crac cooling datacenter; crack structural masonry
injection ndt inspection concrete plastering subsidence repair surveyor epoxy; crafts artisan handicraft workshop; cramp physiotherapy magnesium;
crane rigging; crankshaft engine; crash bodywork debugging towing panels; crates packaging wooden; crawler scraping; crawling scraping; cream
cosmetics dairy dermatology; creased iron; creative advertising branding graphic; creators influencer; creature pest wildlife; creche childcare
nursery daycare; credentials authentication password identity; credit lending finance; creditcard payments; creditor insolvency collection;
creditworthiness scoring credit; creep pest geotechnical; cremation funeral crematorium urns; crematorium cremation funeral; creo cad ptc; crestron
audiovisual; crew seafarers film maritime staffing yacht; crib baby; cricket sports pitch turf ground; crime forensic investigation security; criminal
defence attorney lawyer law; crimping cable harness; crisis communications pr continuity incident; crisp snack potato; crispr gene genetic; crm
salesforce relationship sales hubspot dynamics sugarcrm zoho; crockery tableware porcelain; crop agronomy farm irrigation; crossdock warehousing
groupage; crossfit fitness; crossmedia publishing; crossplane kubernetes; crossroad traffic junction; crossword game; croupier casino; crowd
stewarding event barrier crowdfunding security; crowdfunding fundraising crowdinvesting; crowdinvesting crowdfunding; crowdstrike edr endpoint; crown
dental dentist; crude oil petroleum refinery; cruelty animal divorce; cruise travel maritime; crunch analytics; crushers crushing quarry; crushing
quarry crushers shredding recycling; crutches mobile; cry counselling; cryopreservation biobank cryogenic; cryovial cryogenic; cryptic encryption;
crypto blockchain; cryptocurrency blockchain; cryptographic encryption cryptography; cryptography cryptographic pki; crystal evaporative glass
glassware chandelier; csirt incident cert; csr sustainability; csrd sustainability reporting esg; csrf pentest vulnerability; css html frontend;
cubesat satellite space; cubic concrete excavation; cubicles washroom partition; cuckoo clock; cucumber bdd greenhouse testing vegetables; cuda gpu
nvidia; cuddly toy plush; cufflinks jewellery; culinary cook gastronomy; culprit investigation detection forensic; cult counselling; culture museum
heritage; culvert drainage civil; cup mug crockery catering tableware; cupboard joinery cabinet carpenter carpentry; curator museum curatorial; curb
kerb paving; cure resin; curly hairdresser salon; currency exchange fx hedging; curriculum teaching training; curry indian restaurant catering spices
takeaway; curtain drapes drapery upholstery fabric interior; curve bending rolling; custard dessert bakery pastry confectionery; custodian custody;
customsbroker clearance; cute illustration toy plush; cutler knives; cutlery crockery knives; cutover migration; cv resume recruitment; cvd coating;
cve vulnerability security; cyberark pam privileged; cyberattack cybersecurity incident security threat; cybercrime cybersecurity forensic;
cyberphysical iot; cybersecurity pentest threat siem soc isms ransomware; cybersquatting domain trademark; cycling bike cyclist; cyclist cycling
bicycle bike; cyclotron isotopes nuclear; cylinder hydraulic gas pneumatic locksmith engine; cypress testing qa; d365 dynamics microsoft erp crm; daas
vdi desktop virtualization; dab radio broadcast; dac6 tax; dac7 tax marketplace; dahua cctv surveillance; dairy cattle; dali lighting; dam hydraulic
civil; damage repair insurance restoration assessor; damp waterproofing dehumidification dehumidifier; dampers ventilation damp; dance choreography dj
ballet music party studio; dandruff haircare scalp; dangerous safety; dante audio; daq measurement acquisition; dark lighting electrician lamp;
darknet threat intelligence monitoring; darkweb threat intelligence monitoring; dash dashcam; dashboard kpi visualization analytics bi; dashcam fleet
camera; dast security; data analytics warehouse dashboard; database oracle postgresql dba mysql; databricks spark lakehouse analytics; datacard card
printer; datacenter server racking colo ups cooling; datacentre colocation hosting server racking; datacleansing cleansing deduplication; datadiode ot
security; datadog monitoring observability; datagovernance metadata catalog; dataguard oracle replication; datahall datacenter; dataiku ml analytics;
datalake lakehouse analytics; datalogger loggers measurement monitoring recording sensor; datalogging loggers recording; dataloss recovery backup;
datamart warehouse bi; datamatrix barcode traceability; datamigration migration etl; datamining analytics statistics; datamodelling database
modelling; dataprivacy gdpr privacy; dataprotection gdpr privacy; dataquality cleansing mdm; datarecovery recovery; dataroom mergers diligence;
datascience ml statistics python; datascientist ml analytics statistics; dataset data annotation; datastage etl; datavault warehouse;
datavisualization dashboard visualization; datawarehouse dwh etl bi; datev accounting bookkeeping payroll tax; dating matchmaker; daughter childcare
custody; davinci grading postproduction editing; davit crane marine; daw audio music; daycare childcare nursery kindergarten; daylight skylights
windows glazing; daytime childcare daycare; db2 ibm database mainframe; dba database oracle sql; dbt transformation warehouse; dcf valuation; dcp
cinema film; dcs process automation; ddos mitigation protection network; ddr4 memory ram; ddr5 memory ram; ddt pesticides; dead funeral bereavement;
deadline milestones; deadlock database tuning; deadstock inventory; deaerator boiler; deaf interpreting audiology captioning; dealer vehicle
distributor; death bereavement probate inheritance; debian linux; debt insolvency lending recovery bankruptcy; debtor collection insolvency; debugger
embedded firmware tracing; debugging testing software developer; deburring burr finish; decal sticker vinyl; decanter centrifuge separation;
decarbonisation emissions renewable carbon; decay dental conservation timber preservation; deceased funeral probate; decibel noise acoustic; deck
terrace timber; decluttering clearance; decode codec cryptography reverse; decommissioning dismantling disposal itad nuclear demolition;
deconstruction demolition dismantling; decontamination disinfection; decorating painting wallpaper painter; dect cordless telephony; deduction tax
payroll insurance; deduplication cleansing; dedusting dust filter; deed conveyancing title property; deep excavation geotechnical; deepdrawing
stamping; deepdrawn stamping; deepfake detection ai; deepl translation ai; deeplearning ai neural ml; defamation reputation libel; default collection
debt insolvency; defect inspection snag repair faulty testing surveyor; defend litigation microsoft antivirus solicitor attorney barrister endpoint
lawyer; defense military lawyer; defi blockchain crypto; defibrillator resuscitation; deficiency nutrition vitamins; degreasing cleaning; degree
academic education; dehumidification drying dehumidifier humidity; dehumidifier drying dehumidification moisture; dei diversity inclusion; deicing
salt; deionised water demineralisation; delamination coating composite; delay claims logistics scheduling; dele spanish; delete erasure recovery gdpr
restoration backup; delf french language; deli delicatessen; delicate fragile; delicatessen deli gourmet; delicious catering restaurant chef gourmet
bakery; delimiters csv parse; deliver courier logistics parcel freight shipping; delivery logistics freight parcel shipping; dell laptop server
hardware; delphi pascal embarcadero legacy; deltav dcs emerson; delusion psychiatry psychiatric psychiatrist; demand forecasting; demented dementia;
dementia alzheimer; demineralisation water ion; demining ordnance uxo; democracy election; demolish dismantling excavation; demolition deconstruction;
demurrage container shipping; denim jeans textile; denox scr emissions; densitometry osteoporosis bone; dent bodywork paintless; dental dentistry;
dentist teeth dentistry orthodontics implants; dentistry dental dentist; dentures prosthodontics; deodorization cosmetics; department intranet;
departure offboarding airport travel; depilation laser hair; deployment rollout devops; deportation immigration asylum; deposit banking tenancy
escrow; depositary custody funding; depositor banking; depreciation accounting; depression psychotherapy psychiatry psychiatric counselling
psychologist; depth diving drilling excavation; derange psychiatry; dermatologist dermatology skin; dermatology dermatologist; derogatory defamation
reputation; desadv edi; desalination osmosis seawater membrane; descaling scales; descend abseiling rope; desert irrigation; desfire rfid access;
design graphic branding; designthinking ideation; desk ergonomic; desktop workstation helpdesk; desludging septic sludge; despair counselling
therapist; desperate counselling crisis emergency; destroy disposal; destruction shredding demolition; desulphurisation scrubber; detection
investigation sensor surveillance; detector alarm metal smoke; deter security cctv; detergent cleaning surfactants; deterrent cctv alarm security;
detonator explosives blasting; detox addiction; detuned tuning; devastate disaster restoration; developer software; deviation capa tolerance; device
electronics embedded iot mobile; devicenet fieldbus rockwell; devops automation kubernetes deployment jenkins terraform gitlab; devsecops devops
security; dewatering sludge pumps; deworming veterinary; dgnb sustainability; dgps gnss; dhcp network dns ip; dhl parcel courier; diabetes glucose;
diagnosis clinic doctor medical; diagnostics imaging troubleshooting laboratory; diagram schematics cad; dial telephony; dialect linguistic
translation interpreting; dialer outbound; dialog chatbot; dialogue mediation facilitation; dialysis kidney nephrology; diameter pipe turning
machining boring; diamonds jewellery gemstones; diapers nappies nonwoven hygiene incontinence; diaphragm pumps geotechnical; diarrhea
gastroenterology; dice casino; dicom pacs imaging radiology; dictation transcription; dictionary lexicography terminology; diecasting casting
aluminium zinc; diemaker dies tools; dies funeral bereavement tools probate stamping; diesel engine generator truck; diet dietitian dietary
nutritionist; dietician nutrition dietary dietetics; dietitian dietetics nutrition; dig earthworks groundworks trenching; digester biogas anaerobic
gastroenterology; digger earthmoving; digicert ssl certification; digitalfactory simulation; digitalhealth ehealth healthcare; digitalisation
transformation digitisation; digitalocean cloud hosting; digitalsignage display screen signage; digitaltwin simulation iot; digitalworkplace workplace
collaboration; digitisation scanning digitalisation; digitization scanning ocr transformation; dilatometer thermal; diligence acquisition mergers
valuation; dim lighting led; dimension metrology cad measurement; dimensional metrology calibration measurement; dimm memory ram; dine catering; diner
restaurant catering; dinner catering restaurant chef banquet; diocese church; dioxin emissions; diplomatic protocol interpreting embassy; directdebit
sepa payments; directx graphic game; dirndl costumes; dirt cleaner excavation washing; dirty cleaner janitorial laundry washing; disability inclusion
mobile; disagree mediation arbitration; disagreement mediation dispute arbitration; disappear investigation detection tracing; disaster recovery
backup continuity restoration relief; disc duplicate; discard disposal recycling waste; discharge wastewater effluent; disciplinary employment hr
tribunal; discipline employment hr; disclaimer legal terms compliance; disco dj lighting party; disconnect connectivity network wifi electrician;
discontinue obsolescence obsolete; discount vouchers coupon loyalty; discrepancy audit reconciliation accounting; discrimination employment tribunal;
discuss facilitation; disease medical diagnosis clinic medicine diagnostics therapy infectious pathology epidemiology; disguise costumes makeup; dish
catering tableware dishwasher crockery satellite; dishonest investigation fraud detection; dishwasher warewashing appliances; disinfection
sanitization; disk storage recovery raid ssd; dismantling decommissioning; dismissal labour; disorder psychiatry therapy; dispatch routing fleet;
display signage lcd led; displayport video cable; disposal recycling hazardous; dispute lawyer solicitor; disrupt continuity resilience; dissertation
proofreading academic; distance elearning; distillation distillery rectification spirits column; distillery spirits distillation; distort calibration
audio alignment; distract adhd; distress counselling bailiff; distribute logistics wholesale; district municipal; disturb noise; dita document xml;
ditch excavation groundworks; diver underwater; divest divestiture mergers; divestiture mergers; divide partition; diving scuba; divorce matrimonial
family lawyer mediation solicitor; diy hardware tools; dj disco; django python; dkim dmarc email; dlp prevention; dlt blockchain ledger; dmarc email
spoof; dmc incentive travel; dmo tourism; dmr radio; dms document archive ecm docuware elo; dmx lighting stage; dna genetic; dnp3 scada telecontrol;
dns hosting network; dnv certification maritime; do178c avionics aerospace; docker devops; docsis cable broadband; doctor clinic university medicine;
document dms scanning write; documentary film videography filmmaking video production; documentum ecm document; docusign signature esignature;
docuware dms document archive; dog veterinary grooming canine board; dogsitter pet; dogtraining dog; doi publishing scholarly; doip automotive
diagnostics; dolby audio cinema; doll toy; dollar currency exchange; dolmetscher interpreting; domain hosting registrar web; domestic household
cleaning appliances; domiciliary homecare; domino lotus; domotics automation knx; donate nonprofit donor; dongle licensing usb; donor donate
fundraising; dooh signage ooh billboard; doorbell intercom; doors joinery locksmith shutters carpentry; dora resilience compliance cybersecurity
financial; dorm student house; dormakaba locks access; dormer loft roofing; dormitory student house; dose pharmaceutical metering dispensing pumps
filling pharmacy; dosimeter dosimetry radiation; dosimetry radiation dosimeter; dotmatrix printer; dough bakery baking; doula birth; dowels fasteners
joinery; downhill ski slope; downhole oilfield; downstairs stairlift; downtime maintenance monitoring reliability predictive continuity; dpd parcel;
dpf particulate diesel exhaust; dpia gdpr privacy; dpo gdpr privacy protection; draas disaster recovery; drafting contract cad drawings lawyer; drafty
insulation weatherstripping glazing; drag towing aerodynamics; drain plumber plumbing jetting block unblocking; drainage sewer civil stormwater; drama
theatre acting; drank beverage; drapery curtain; drapes curtain surgical; draught insulation sealing windows weatherstripping glazing; draughty
insulation windows sealing; drawings drafting; drawn drafting cad illustration; drayage container truck; dread anxiety counselling phobia; dredger
dredging; dredging dredger marine; dress dressmaker fashion tailoring bridal alterations garments; dressage equestrian horse; dressmaker sewing
tailoring; drift calibration; drillbit drilling; drilling coring; drinks bar catering bottling; drip plumbing leak plumber irrigation faucet tap;
driveline drivetrain axles; driver chauffeur haulage kernel firmware; driverless agv; drives motion vehicle chauffeur inverter servo; drivetrain
transmission powertrain; driveway paving asphalt pavers; drm copyright licensing protection; drone unmanned photogrammetry; dropbox cloud storage;
dropout school vocational; droppings pest; dropshipping ecommerce fulfilment; drought drip; drove driver vehicle; drown lifeguard; drug pharma clinic
pharmacy rehabilitation; drugstore pharmacy; drums barrel ibc; drunk alcohol rehabilitation addiction drives defence; drunken alcohol dui criminal
security attorney; drupal cms website php; drycleaning laundry garments; drydock shipyard repair; drying dehumidification dehumidifier; drywall
plasterboard gypsum partition; dsc thermal calorimetry; dsgvo gdpr privacy protection; dsl broadband internet; dsp signalling process; dspace hil
simulation automotive; dtm terrain elevator; dtp typesetting layout; dubbing voiceover; dubious fraud investigation diligence background; duck poultry
pond; duct ductwork hvac; ductwork duct ventilation hvac; dug excavation trenching; dui criminal traffic attorney; dull sharpening polishing; dumbbell
fitness; dump waste landfill rubbish disposal; dumper earthmoving; dumpster waste skip rolling rubbish disposal; duplex stainless; duplicate cleansing
copier key printing mdm; durometer hardness; dust extraction filtration dedusting cleaning; dustbin refuse waste bins recycling; dusty cleaning
extraction dust filtration dedusting; duty excise; duvet bedding; dvb broadcast television tv; dvr cctv surveillance; dwdm optics transmission fibre;
dwh warehouse analytics snowflake redshift bigquery etl bi; dyer dyes textile; dyes pigments color; dynamics crm erp microsoft; dynamite explosives
blasting; dynamodb aws nosql database; dynamometer torque engine; dynatrace monitoring observability apm; dyneema rope fibre; dyscalculia tutoring;
dyslexia tutoring; dyson appliances; dysphagia swallow; eai integration middleware; eakte document egovernment; eam maintenance asset; ean barcode;
eap counselling wellbeing; ear ent audiology audiologist otolaryngology; earmuff ppe; earn payroll income; earphones headset audio; earplugs ppe;
earrings jewellery; earthing ground excavation lightning earthworks; earthmoving excavation bulldozer earthworks; earthobservation satellite imagery;
earthquake relief structural; earthworks grading groundworks; eas shoplifting; easa aviation aircraft; easement surveyor property conveyancing; eat
restaurant catering food dine nutrition; eaten pest rodents woodworm termite; eater nutrition dietitian; eavesdropping tscm countermeasures
encryption; ebay marketplace ecommerce; ebics banking payments; ebidding auction procurement; ebike bicycle bike; ebitda valuation mergers; ebook
publishing; ec2 aws cloud; ecdis maritime navigation; ecg cardiology electrocardiogram; echo acoustic soundproofing cardiology; eclipse java; ecm
document dms content; ecology biodiversity environmental habitat; ecommerce magento; economic economist econometrics; economiser boiler; economy
econometrics; ecovadis sustainability csr; ecss space; ecu automotive embedded electronics; eczema dermatology; eda pcb chip; edgecomputing iot ai
gateway; edi edifact b2b peppol as2; edifact edi; ediscovery litigation forensic; editing proofreading; editor proofreading publishing copyediting
manuscript; editorial publishing content proofreading; edm erosion machining spark; edr endpoint detection xdr crowdstrike sentinelone antivirus;
edtech education elearning; eeg neurology; eeoc employment discrimination; efflorescence masonry damp; effluent wastewater treatment; efile document
egovernment; egg hatchery farm; egovernment author government municipal; egr diesel emissions; ehealth healthcare telemedicine; ehedg hygiene; ehr
medical hl7 electronics fhir hospital; ehs occupational; eia environmental; eic innovation accelerator; eid identity; eidas signature electronics
certification; eifs insulation facade; einvoicing invoicing peppol xrechnung; eks kubernetes aws; elasticsearch logging kibana; elastomer sealing
silicone; elderly homecare caregivers; elearning lms; election ballot electoral polling; electoral election voting; electrical energy utility grid;
electrician wiring; electrocution electrical earthing; electrodes welding graphite; electrodialysis membrane desalination; electrolyser hydrogen
electrolysis; electrolysis electrolyser; electronics microscopy embedded; electroplater plating; electroplating plating galvanizing; electropolishing
stainless polishing; electrostatic precipitator; elementor wordpress website; elephant safari wildlife; elevator hoist; eligible grant subsidies;
elisa immunoassay antibodies; elk elasticsearch logging kibana; eln laboratory; eloqua marketing; elster tax; elt etl warehouse; embalming funeral
mortuary; embankment geotechnical earthworks; embargo sanctions export compliance; embarrass reputation confidential; embassy consular diplomatic;
embed firmware embedded microcontroller; embedded electronics rtos stm32 yocto fpga linux; embezzlement fraud forensic; embossing foil printing;
embroidered embroidery; embroidery embroidered; embryologist ivf; emc electromagnetic compatible interfere testing; emcee moderation; emergencycall
emergency alarm; emerson dcs instruments; emg neurology; emi emc shielding; emissions carbon abatement monitoring; emit emissions; emm mdm mobile;
emobility charging ev; emotion counselling psychotherapy therapy; employment recruitment hiring payroll; empty clearance; emr medical recording
electronics; ems electronics manufacturing pcb; emulate legacy virtualisation virtualization; emulsification emulsion homogenizer mixing; emulsify
ingredients homogenizer emulsification; emulsion emulsification mixing; emv payments card terminal; en10204 steel certification; en1090 steel welding;
en1143 vault; en1176 playground; en1177 playground; en12845 sprinkler; en13445 pressure vessel; en14065 laundry; en14683 masks; en149 masks
respirators; en15038 translation; en15085 welding railway; en166 eyewear; en361 harness; en388 gloves; en45545 railway fire; en50126 railway; en50128
railway; en50131 alarm intrusion; en50155 railway rolling; en50518 alarm; en54 alarm fire detection; en71 toy; en9100 aerospace; encapsulation
capsules microencapsulation; enclose fencing enclosure; encoding transcoding sensor video motion rotary; encourage motivation coaching; encryption
ransomware crypto decryption pki hsm aes; endmill milling carbide; endocrinologist endocrinology hormone; endocrinology hormone thyroid diabetes;
endodontics dental; endodontist endodontics; endoflife obsolescence migration legacy; endowment insurance; endpoint antivirus edr; energy electrical
photovoltaic efficiency renewable solar; enforce bailiff litigation compliance judgment; engine motor diesel mechanic automotive turbines; engraving
laser mark; enlarge extension; ent otolaryngology; entertainment event musician dj; entitle benefit; entomology insect pest; entra azure identity
microsoft; entrance access turnstile reception; entry access turnstile locksmith; envelope printing mail stationery insulation; environment emissions;
environmental ecology sustainability emissions contamination waste; enzymes biocatalysis; eol obsolescence migration; eor payroll; epal pallets; epcm
engine procurement; epdm rubber sealing; epg tv; epicor erp; epilation depilation; epilepsy neurology; episode podcast video production; eplan
electrical engine cabinet; epos patent retail checkout; epoxy coating adhesive flooring; eprocurement procurement purchasing; epson printer projector;
epub publishing; eqms validation audit capa; equality parity; equestrian ride equine; equine horse equestrian veterinary; equipment furnishing
fitness; equities brokerage trading; erase shredding erasure sanitization sanitiser recovery; erasmus mobile student; erasure wiping sanitization itad
destruction; erc research; ereceipt pos; ergonomic workplace; ericsson telecom mobile; erlang elixir telecom; erosion geotextile geotechnical; erp
odoo dynamics navision netsuite infor sage; erpnext erp; errand concierge; error debugging troubleshooting; ertms railway signalling etcs; esb
middleware integration; escalator lifting; escape evacuation fire; escaperoom puzzles; escrow conveyancing; esd electrostatic; esef xbrl reporting;
eset antivirus endpoint; esg csrd reporting; eshop ecommerce webshop; esignature eidas; esim mobile sim roaming; esl labels shelf; esoteric astrology;
esourcing procurement; esp32 microcontroller iot embedded; espacenet patent; espionage countersurveillance tscm; esports game tournament; espressif
esp32 iot; esri gis arcgis; esrs csrd sustainability esg; essay academic proofreading tutoring; estate probate conveyancing; esterification biodiesel;
estimate surveyor valuation appraisal quotation; estop machinery safety; estv tax vat; esxi vmware virtualization hypervisor; etas automotive ecu
calibration; etching engraving chemical; etcs signalling ertms railway; etendering tender procurement; etf funding investment; ethanol biofuel
distillation; ethercat motion automation fieldbus; ethereum blockchain crypto; ethernet cable; ethnic diversity intercultural; ethylene petrochemical;
etics insulation facade; etl integration pipeline warehouse talend informatica ssis; etsy marketplace handmade telecom ecommerce radio; etymology
linguistic; eudr deforestation; euipo trademark; eulogy funeral; eureka innovation funding; eurocode structural; europallet pallets; ev emobility;
evacuation emergency; evaporative cooling distillation; event venue catering; eviction landlord; evoting election; evtol vtol aircraft; ewaste
recycling weee itad disposal; ewm warehouse sap; exabyte storage; exadata oracle database; exam tutoring certification assessment tuition; excavation
earthmoving groundworks; excel vba microsoft; exchange currency heating outlook migration forex office365; excipient pharmaceutical; excursions tour;
executive leadership; executor probate estate; exempt tax vat; exercise fitness gym physiotherapy trainer; exfiltration dlp breach; exhaust
ventilation muffler silencer extraction mechanic; exhibition stand; exhibitor exhibition fair; exhumation funeral cemetery; exoskeleton rehabilitation
robot; exotic travel reptiles; expansion growth franchise; expat relocation expatriate immigration; expatriate relocation expat immigration tax;
expedia hotel travel; expedition outdoor travel guide trekking; expenditure budgeting accounting; expense accounting bookkeeping reimbursement travel;
experimental prototype laboratory; expire renewable certification licence; expiry renewable certification licence; explode atex; exploit penetration
patching security pentest; explore tour; explosimeter gas detection; explosionproof atex; explosives atex hazardous; export freight forwarding
shipping trading; expose vulnerability penetration leak; exposure occupational hygiene risk; express courier parcel; expressway highway road paving;
extend builder; extension loft builder building planning; extensometer tensile strain; extermination pest rodents; external facade; extinguishing
firefighting suppression; extortion ransomware cybersecurity kidnap; extraction scraping etl; extractor extraction; extranet portal; extremist
moderation security threat radicalization; extron audiovisual; extruded profiles; extrusion profiles; eye ophthalmology optometrist optometry
ophthalmologist glass; eyebrows microblading beauty; eyeglasses optician spectacles eyewear; eyelashes lashes beauty; eyesight ophthalmology optician
optometry optometrist glass; eyetracking usability ux; eyewash shower emergency; eyewear optician spectacles glass; faa aviation aircraft; fabric
weaving sewing; facade curtain glazing; facebook social ads marketing; facelift aesthetic; facerecognition biometric facial; faceshield ppe; facial
biometric recognition; facilitation workshop; facility cleaning maintenance janitorial; factoring invoicing finance; factory industrial automation
machinery; faculty academic; fail troubleshooting maintenance; failover cluster recovery; failure reliability maintenance troubleshooting; fair stand
booth; fairy costumes children lighting; faith church religious; fake counterfeit authentication forgery forensic fraud hologram; fallen scaffolding
arborist; family divorce custody household; familytree genealogy ancestry; famine humanitarian charity relief; fan blower hvac extraction; fancy
costumes; fantasy game; fanuc robot cnc; fare taxi ticketing; faregate ticketing transit; farewell funeral; fargate aws container; farm crop
livestock; farmer crop; farmhouse farm; farmshop farm; farrier horseshoe horse hoof; fashion apparel garments textile; fastapi python api; fasteners
nuts; faster performance latency optimisation; fasting nutrition; fat nutrition grease liposuction diet; fatal accident coroner injury; fatca tax
compliance; father custody family; fatigue testing endurance; faucet plumbing plumber leak sanitary; fault troubleshooting repair diagnostics; faulty
repair defect troubleshooting diagnostics warranty; fax document telephony; fba amazon fulfilment; fcc radio emc certification; fcl container
seafreight; fda pharmaceutical regulatory medical; fea simulation finite structural; fear anxiety phobia psychotherapy therapy hypnotherapy
psychologist; feasibility study; federated privacy ml; fedex parcel courier; fedora linux; fedramp cloud compliance federated; feed livestock
agricultural animal nutrition; feedback surveying; feedwater boiler; feet podiatry chiropody podiatrist footcare; feldspar minerals ceramics; fell
forestry arborist; felony criminal defence; fem finite simulation structural; female gynaecology; fencer fencing; fencing gates perimeter mesh; fender
bodyshop bodywork collision; fenestration windows glazing; fermentation bioreactor brewery; ferpa student privacy; ferriswheel ride amusement; ferrous
metal scrap; fertiliser nutrients; fertility nutrients ivf reproduction crop; festival stage music marquee tents; fetch courier pickup; fever medical
thermometer doctor; ffmpeg video encoding');
