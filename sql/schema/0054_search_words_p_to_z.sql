-- More words that belong together, as 0047 says: who asks with the first of a group may mean the others.

select search_related_add('
piercing jewellery; piezometer geotechnical monitoring; pig livestock veterinary pipeline inspection farm; pigeon pest bird netting; pigments color
dyes; pilates yoga fitness; pilferage theft; pilgrimage pilgrims; piling geotechnical; pill pharmaceutical pharmacy; pillar2 tax; pillowcase bedding;
pilot aircraft drone; pilz safety plc; pim catalog; pin authentication; pineapple fruit; pinecone vector ai; pint pub brewery beer; pipe pipework
welding drainage fitness; pipedrive crm sales; pipefitter pipe pipework; pipeline devops welding oil; pipette laboratory; pipework pipe; piracy
anticounterfeiting copyright drm; piste ski snow; pistenbully ski snow; pistons engine cylinder; pit excavation quarry; pitch turf investor
presentation fundraising; pitchdeck investor; pixelated retouching; pizza restaurant oven pizzeria italian takeaway; pizzeria pizza; pki certification
encryption hsm; placebo clinic; plagiarism copyright detection; plague pest extermination rodents; plaintiff litigation claimant attorney; plane
aviation charter flight; planet sustainability; planetarium astronomy; planetary gearbox gear astronomy; planogram retail; plant nursery landscaping
horticulture machinery gardening; plantsimulation simulation; plasmid dna vector; plasterboard drywall gypsum; plastering drywall stucco dress gypsum
rendering; plastics injection thermoplastic; platform scaffolding saas lifting aerial; plating metal engraving electroplating chrome galvanizing
welding; play theatre playground; player sports game; playground equipment slide children landscaping outdoor surface; playgroup preschool nursery;
playout broadcast tv; playstation console game; playwright testing qa; plc siemens scada programmer beckhoff rockwell codesys simatic; plea criminal
attorney defence; plesk hosting; plexiglass acrylic pmma; pliers tools; plm pdm cad teamcenter windchill; plot land surveying parcel; plotter printing
cad wideformat; plough tillage agricultural; plsql oracle database; plug electrical socket electrician outlet; plumber heating drain; plumbing
heating; plural linguistic; plush toy; plywood veneer panels timber; pmi mergers; pmo prince2 pmp; pmp prince2 pmo; pms hotel property; pneumatic
cylinder; poc prototype; pocketknife knives; podcast recording; podiatrist podiatry foot; podiatry foot podiatrist; podman container docker; poe
ethernet network switch; poem literary publishing; poet literary publishing poetry; poetic literary write; poetry literary publishing write;
pointcloud laser scanning lidar; poison pest hazardous toxicology; poker casino; polarion alm; pole utility; police criminal defence security;
policeman security; policy compliance policymakers underwriting; policyholder insurance; polishing buffing finish flooring nail; politician lobbying
lobbyist; polling opinion; pollution remediation decontamination; poloshirt apparel; polyamide nylon plastics; polycarbonate plastics acrylic;
polyester textile yarn fibre; polyethylene hdpe plastics ldpe; polygraph detector investigation; polymer resin; polymerization polymer; polynomial
mathematics algebra algorithm; polypropylene plastics polymer; polysomnography sleep; polystyrene eps foam; polytunnel greenhouse horticulture;
polyurethane foam pu; pond aeration roofing drainage; pool filtration; poor microfinance; poorest charity nonprofit; popia privacy gdpr; porcelain
tableware; porch joinery; pork meat butcher sausage; pornography filter parent; port freight maritime terminal; portable cabin handheld; portacabin
portable modular cabin; portakabin modular cabin; portaloo toilet portable; porter removals concierge moving; portrait photography; portray
photography; pos checkout cashier cash retail till; pose photographer; post postage mail; postage franking shipping courier; postal parcel; postcard
printing; poster graphic signage; postfix email linux; postgis gis geospatial; postgres database postgresql sql; postgresql database sql postgres;
postman api testing; postmaster email smtp mail mailbox; postproduction editing grading video film vfx; posture ergonomic physiotherapy; pot ceramics
pottery plant resin electronics; potash fertility mining; potato agricultural catering farm produce; pothole paving asphalt resurfacing; potter
ceramics; pouch packaging flexible; poultry broilers hatchery; pour concrete casting; poverty humanitarian charity ngo; powder coating bulk
pharmaceutical; powdercoating coating painting; power generator; powerapps microsoft dynamics; powerautomate automation microsoft workflow; powerbi bi
dashboard reporting microsoft; powerbuilder legacy migration; powercut ups generator; poweredge dell server; powerelectronics inverter convert;
powerline transmission overhead; powerlink fieldbus ethernet; powerpoint presentation slide; powershell scripting automation windows; powertrain
drivetrain engine transmission; powervm aix ibm; powerwall storage battery; ppap automotive; ppc ads adwords; ppe gloves helmet protection workwear;
pqc quantum cryptography; pr publicity; practitioner physician; pram stroller; pray church faith chapel prayer; prayer church religious chapel; preach
church; precast concrete prefabricated; precaution safety prevention; precious gold goldsmith silver bullion gemstones appraisal refining vault;
precipitator electrostatic dust; precision metrology tolerance machining; preclinical toxicology cro; predictive analytics ml; predictivemaintenance
sensor conditioning iot; prefab modular precast; prefabricated modular precast; preforms bottling pet; pregnancy obstetrics gynaecology midwife
antenatal; pregnant midwife obstetrics maternity antenatal pregnancy gynaecology; prejudice discrimination diversity equality; prejudiced
discrimination; premature neonatal midwife paediatric; premium underwriting broker; premix feed; prenup prenuptial matrimonial; prenuptial matrimonial
lawyer; prepreg composite carbon; prepress typesetting printing; preschool nursery childcare; prescribe pharmacy doctor medical; prescription pharmacy
optician pharmacist; preservation conservation canning food cosmetics restoration archive; press journalism stamping forging; pressbrake bending
sheet; pressure hydraulic gauges plumbing; prestashop ecommerce; prestressed concrete precast; pricetag labels; pricing quotation valuation quote;
priest wedding clergy; priips funding insurance; primavera scheduling oracle; prince2 itil pmp pmo; printer cartridge mfp; printing offset prepress
flyer; printondemand booking printing; printout printer printing; prison criminal defence inmates; privacy data protection dpo; prize trophies;
proalpha erp; probate estate succession inheritance; probiotic gut microbiome; processmining celonis; processor gdpr hardware microprocessor intel
amd; proctoring exam assessment; procuretopay procurement invoicing; profession career vocational recruitment; professor academic; profibus fieldbus
automation profinet; profinet fieldbus automation ethernet; profit accounting; programmatic advertising adtech dsp; programmer software; prohibit
compliance; projection projector; projector beamer projection audiovisual presentation; proliant hpe server; prometheus monitoring grafana kubernetes;
promotional marketing advertising campaign; pronounce speech language accent; pronunciation language speech; proof proofreading forensic verification;
proofpoint email phishing; proofreading editing copyediting; propane lpg; propeller marine; property realtor conveyancing valuation surveyor; propping
shoring stage film formwork; proprietary licence; proptech estate; propulsion thrusters engine; prose editing copywriting copyediting proofreading;
prosecute criminal litigation defence lawyer; prospect leads crm outbound sales; prospectus brochure printing; prostate urology; prosthetics
orthopaedic orthotics; prosthetist prosthetics; prosthodontics dentures dental; protection security safeguarding; protein nutrition supplements
biotechnology biotech; protel hotel; proteomics protein; protest stewarding; protocol network embedded; protools audio; prototype 3d cnc printing
developer machining mvp; proximity sensor bluetooth rfid; proxmox virtualization hypervisor; prtg monitoring network; pruning arborist vineyard; psd
printing graphic; psd2 banking payments api openbanking; pseudonymization privacy gdpr; psoriasis dermatology; psp payments acquiring; psychiatry
psychiatric mental; psychoanalyst psychoanalysis; psychologist psychotherapy therapy therapist counselling; psychology therapy counselling
psychotherapy; psychometric assessment aptitude; psychotherapist psychotherapy; psychotherapy psychotherapist therapy; pt100 temperature sensor; ptfe
fluoropolymer teflon; ptp synchronization timing; ptsd trauma psychotherapy; pub brewery beer gastronomy; publicity pr; publishing editorial printing
typesetting; pudding dessert catering bakery; pue datacenter cooling; pull towing; pulley belt; pulmonologist pulmonology lung; pulmonology lung
respiratory; pulp cellulose recycling; pulpit church; pulses cardiology lentils cardiologist legumes; pultrusion composite profiles; pulumi devops;
pumice aggregates; pumps hydraulic centrifuge dewatering impeller borehole; punch stamping press sheet; punctuation proofreading copyediting editing;
puncture tyre tire roadside; punish disciplinary; pupil tutoring teacher teaching education; puppy dog pet; purchasing sourcing conveyancing; pure
purification; purification water; purity laboratory chromatography purification; purple colour dyes; putaway warehouse; puwer safety machinery;
puzzles toy; pv solar photovoltaic; pvc plastics vinyl; pvd coating; pwa mobile; pyjamas nightwear; pylon tower transmission; pyrolysis gasification;
pyrometer temperature infrared; pyrotechnician pyrotechnics; pyrotechnics firework; python django programming developer flask backend pytorch pandas;
pytorch ai ml; qa testing assurance tester; qgis gis; qlik bi dashboard analytics; qliksense bi dashboard analytics; qlikview bi dashboard analytics;
qnap nas storage; qnx rtos embedded automotive; qos network; qr barcode; qradar siem ibm; qrbill invoicing payments; qt c++ embedded gui; quadcopter
drone uav; qualification training accreditation certification apprenticeship diploma; qualify certification; qualys vulnerability scanning; quantum
cryptography qubit; quarkus java; quarkxpress typesetting dtp; quarrel mediation; quarry aggregates; quartz silica; quay marine port; quenching
hardening; query sql database; questionnaire polling; queue ticketing; queued callcentre middleware; quibble dispute; quickbooks accounting
bookkeeping; quiet soundproofing acoustic; quieter soundproofing acoustic noise silencer; quietest soundproofing acoustic noise; quilt sewing; quinoa
grain; quiz entertainment; quota sales; quotation pricing; quote insurance estimate; quran islamic; rabbi jewish synagogue; rabbit veterinary pest
pet; rabbitmq messaging queue; rabc laundry; rabid veterinary pest vaccines wildlife; rabies vaccines veterinary; raccoons pest; race motorsport
tracking timing; racial discrimination diversity; racism discrimination employment equality diversity; racist discrimination employment; racket noise
soundproofing; racking pallets server datacenter warehouse; radar rf sensor microwave antenna; radiation dosimetry radiology shielding; radio rf;
radioactive dosimetry; radiography xray ndt radiographic; radiologist radiology imaging; radiology xray mri; radiopharmaceutical nuclear; radiotherapy
oncology radiation; radius authentication network; radome antenna radar; radon radiation mitigation; raffle lottery; rafters roofing carpentry timber;
rafting outdoor; rag textile llm wiping ai retrieve; rage anger counselling psychotherapy; raid recovery storage disk nas array; rail tracking;
railcar rail rolling; railfreight rail wagons; railroad rail tracking locomotive signalling; railway signalling rolling locomotive; rain roofing
waterproofing drainage gutter; rainwater harvest drainage stormwater; raise fundraising; raisedfloor datacenter; raku pottery; ram hydraulic livestock
dimm; ranch livestock; rancher kubernetes container; rang telephony telephone; rank seo serp; ransom kidnap; ransomware backup recovery cybersecurity
incident; rape criminal counselling trauma oilseed; rapeseed oilseed oil; rapid prototype; rapid7 vulnerability pentest; rapidminer analytics ml; rash
dermatology allergy dermatologist; raspberry embedded linux; rat extermination; rating scoring; ratio gearbox; rattan wicker furniture; rattle
vibration mechanic bearings damp suspension diagnostics; rave nightclub dj; raw materials; rawmaterials commodity; ray radiology xray; razor barber
blades shaving; razorwire fencing; rbac identity; rcs messaging sms; rdbms database sql; rdf waste refuse; rdp remote desktop; reach marketing
advertising; react frontend javascript reactjs typescript; reaction chemistry; reactjs react javascript frontend; reactor chemical vessel; read
literacy tutoring; readable typography ocr; reader rfid scanner barcode; readership publishing magazine; readymeals chilled; readymix concrete;
reagents laboratory assay; reality vr augmented; realtor realty property; realty estate; reamer drilling cutting; rebabbitting bearings; rebar
reinforcement concrete; rebrand branding; rebuild reconstruction renovation construction; rebuilt overhaul reconditioned reconstruction refurbishment
remanufactured; recall traceability; receipt bookkeeping expense invoicing accounting; receivership insolvency; reception wedding catering venue
office; receptionist answering; recipe food culinary formulation chef; reclaim refund salvage remediation; recliner armchair; recognition vision
biometric; recognize ocr vision; recombinant protein; reconcile reconciliation accounting bookkeeping ledger mediation; reconciliation accounting;
reconditioned refurbishment overhaul; recover restoration recovery backup; recovery disaster breakdown; recruitment talent applicant hr candidate;
recursion algorithm programming; recycling waste recovery; redesign webdesign relaunch; redhat linux rhel openshift; redirect seo dns htaccess; redis
cache database nosql; redmine ticketing; redshift warehouse aws; redteam penetration pentest cybersecurity; redundancy outplacement employment; reefer
refrigeration; reels video social; refactoring legacy; referendum voting polling; refinery refining petrochemical; refining refinery mortgage lending
petroleum; reflective hivis; reflex neurology; reflow soldering smt; reflux gastroenterology; reforestation forestry afforestation plant; reformat
typesetting conversion; refractometer analytics measurement; refractory furnace; refresh renovation redesign repainting; refrigeration appliances
chiller reefer hvac chilled coldroom; refuelling fuel dispensing; refugee humanitarian migrants; refund chargeback consumer tax; refurbishment
reconditioned remarketing; refuse waste; regain rehabilitation recovery restoration physiotherapy; regatta sail; register registration incorporation;
registrar domain dns; registration trademark incorporation notary file; regtech compliance aml regulatory kyc; rehab rehabilitation physiotherapy;
rehabilitation therapy; reimbursement expense; reinforcement rebar; reinstall installation windows; reinstate restoration; reinsurer underwriting;
reit estate investment; rejects inspection scrap; relationship counselling couplings therapist; relaunch webdesign website redesign; relax massage spa
yoga; relay electrical; release deployment devops ci; relic museum; relief pain humanitarian massage; relieve pain massage physiotherapy; religion
church religious faith; religious clergy faith theology; relining trenchless sewer pipe; relocation immigration expatriate mobile mover; remediation
brownfield; remind calendar appointment; remittance payments; remodeling renovation kitchen; remortgage mortgage; remote teleworking vpn monitoring;
remotesensing satellite imagery; remuneration compensation payroll benefit; rendering visualization plastering facade stucco; renesas microcontroller
embedded; renewable solar wind; rennet cheese; renovation remodeling retrofit; reorganization restructuring organisational; repair refurbishment
restoration servicing; repairman handyman; repatriation funeral ambulance; repeater signalling radio; repetition automation; rephrase copywriting
editing proofreading; replenishment inventory; reporting bi analytics; repossession bailiff collection; repowering wind turbines; reproduce printing
replicas; reproduction fertility printing ivf; reputation pr reviews defamation; rera estate; reread proofreading; resale secondhand; rescue recovery
rescuer roadside salvage towing; rescuer rescue; research scientific; reseller licensing; reset password helpdesk; residency immigration residential
citizenship visa; resign employment hr; resin polymer composite; reskilling training upskilling retraining; resort tourism; respirators ppe
respiratory; respiratory ventilation pulmonology; respite caregivers; restart failover monitoring; restaurant food kitchen chef; restaurateur
restaurant gastronomy; restoration refurbishment heritage renovation; restrain injunction; restrict access firewall permission; restroom toilet
washroom sanitary; restructuring insolvency; resume cv career recruitment; resurrection church; resuscitation cpr; retail pos ecommerce shopfitting;
retargeting programmatic ads advertising; retina ophthalmology; retire wealth annuity financial; retouching photo; retract editing publishing
publicity; retraining vocational reskilling; retrieve recovery; retrofit modernisation plc; return logistics reverse; reuse circular refurbishment
upcycling; reuters trading news; revenue pricing tax accounting billing; reverseengineering firmware hardware; revert rollback backup restoration;
reviews reputation assessment; revise editing proofreading tutoring; revit bim architecture autodesk; rewards loyalty incentive; rewinding motor wind;
rewire electrician wiring; rewrite copywriting refactoring editing; rewritten copywriting editing refactoring; rewrote copywriting refactoring
editing; rf radio microwave frequency antenna wireless; rfid identification transponder tracking nfc; rfp tender procurement; rfq sourcing
procurement; rhel linux redhat; rheology viscosity rheometer; rheometer rheology; rhetorical coaching speak speaker; rheumatologist rheumatology;
rheumatology arthritis; rhino 3d cad; rhodium precious; rhyme poetry songwriting; rhythm music percussion; ribbon packaging printing haberdashery;
rice catering milling asian paddy agricultural; ricoh printer copier; rics valuation surveyor; riddor occupational safety; ride transport equestrian
chauffeur shuttle transfer horse; rifles firearms; rigger rigging; rigging offshore lifting stage crane slings; ring jewellery jeweller; ringcentral
ucaas voip; riot security crowd guarding; rip sewing tailoring alterations upholstery; ris radiology pacs; risen inflation; risk insurance assessment
compliance; risky insurance hedging assessment; riso printer; ritual funeral religious celebrate; rival competitor seo competition; river hydrology
dredging watercourse; rj45 ethernet cable connector; rksv pos fiscal; rman oracle backup; rmc concrete readymix; rmm monitoring remote msp; rmu
switchgear; roaches pest; road roadworks; roadside breakdown towing; roadworthy vehicle inspection; roaming mobile sim operator; roaster coffee
roasting; roastery coffee roasting; robbed robbery; robbery alarm; roblox game; roboadvisor wealth investment; roboguide fanuc robot; robot cobot
mechatronics plc; robotframework testing automation; robotstudio abb robot; rock blasting quarry drilling geotechnical; rocket propulsion aerospace;
rockwell hardness plc automation; rockwool insulation minerals; rod machining; rodents extermination; rohs compliance electronics substance reach;
rolex watches; rollator mobile walker; rollercoaster ride amusement; rollforming profiles sheet; rollout deployment migration; rollup banner display;
roman archaeology; romance fiction wedding; romantic wedding honeymoon hotel dinner florist candlelight; roofing gutter shingles membrane; rooflights
skylights glazing; rooms accommodation; root drain tree arborist stump dental; rootcause troubleshooting; rootkit malware; rootstock nursery vineyard;
rope abseiling cordage rigging lifting slings; ropemaker rope; ropescourse climbing adventure; ropeway cableway chairlift; roro shipping vehicle; ros
robot; rosary religious; rose flowers florist gardening nursery; rostering scheduling workforce; rot timber damp preservation woodworm fungus drying;
rota rostering scheduling; rotational bearings moulding rotomoulding; rotomoulding rotational tank; rotorcraft helicopter; rotten timber joinery
fungus fungal; roulette casino; roundabout traffic highway junction road; router cisco; routing cnc network; rov subsea underwater; row mediation;
royalties copyright licensing publishing music; rpa automation robot uipath blueprism bots; rpgle as400 iseries ibm; rpo backup recovery disaster;
rs232 serial; rs485 serial modbus; rstudio statistics analytics; rsvp guest invite; rsync backup linux; rtd temperature sensor; rtk gnss surveying;
rtls positioning tracking indoor; rtmp streaming; rto backup oxidizer emissions recovery disaster; rtos embedded realtime firmware; rtu scada
telecontrol; rubber gaskets moulding sealing vulcanised; rubberstamp stamping; rubbish skip clearance refuse recycling disposal; rubrik backup
recovery; ruby rail; ruckus wifi wlan; rugged handheld; ruin restoration reconstruction bankruptcy demolition; rumor reputation pr crisis; rung
ladder; runoff stormwater drainage; rural agricultural broadband; rush express courier expedition; rust anticorrosion galvanizing rustproofing;
rustproofing corrosion underbody; rusty corrosion blasting rustproofing galvanizing sandblasting galvanising derusting; rv motorhome camper; s1000d
document; s3 storage aws cloud; s4hana sap erp hana; s7 siemens plc simatic; sa8000 social audit; saas cloud subscription; sabotage security
investigation surveillance; sabre travel; sack employment packaging dismissal; sacred church; sad depression counselling therapy psychotherapy; saddle
saddlery; saddler saddlery; saddlery leather equestrian saddle; safe security locksmith; safeguarding security protection backup; safenet hsm; safety
hse ppe hazardous risk; safetyplc safety plc; saffron spices; sage accounting erp payroll; sagemaker aws ml; sagging structural joist; sail sailmaker
sailboats marine; sailmaker sail; sailor crew maritime; sailpoint identity iam; salary compensation remuneration hr; sales auction realtor estate;
salesforce crm sales; salesman sales distribute distributor; salespeople sales; salinity desalination soil; salmon aquaculture seafood; salmonella
microbiology food; salt desalination gritting softener water corrosion; salto access; saltstack automation configurator; samba linux directory; samd
medical; sameday courier; saml sso identity authentication; sample laboratory assay; sanctions compliance export; sand abrasives aggregates sandpaper
sandblasting; sandals footwear; sandbag flood; sandblasting shotblasting abrasives; sandbox malware playground; sandpaper abrasives sand; sandstone
stone; sandwich catering bakery deli lunch; sang vocal singer choir; sanitary bathroom hygiene; sanitiser hygiene disinfection; sanitization
disinfection erasure sanitary destruction; sank subsidence underpinning salvage foundation; sap hana abap fiori successfactors ariba s4hana; sapcloud
sap; sapling nursery reforestation; sapui5 sap fiori; sarcastic comedy; sas analytics statistics; sase ztna security; sass css frontend; sast
security; satcom satellite communications; satellite antenna gnss vsat aerial satcom; satisfaction surveying feedback; sauce condiments catering
recipe; sawmill lumber sawn; sawn timber sawmill lumber; saws blades; saxophone instruments; sbir grant innovation; sbom vulnerability supply; scada
hmi plc automation supervisory telemetry wincc zenon telecontrol rtu; scaffolding formwork; scala java spark; scalability cloud; scald burns
thermostat; scales calibration descaling; scalpel surgical; scam phishing; scandal reputation pr crisis; scanner barcode digitization; scanning
digitization digitisation document; scar dermatology laser; scarce sourcing procurement; scare pest bird; scarf knitwear textile scarves silk; sccm
endpoint deployment microsoft patching; scene stage theatre film; scenery stage theatre; scent fragrance; scheduling dispatch rostering; schema
database; scheme pension; schneider plc automation electrical; scholarly university publishing research; scholarship student; school teaching; schrems
gdpr privacy; sciatica physiotherapy spine; science laboratory; scientific laboratory research analytics; scientist laboratory; scikitlearn ml python;
scissors shears cutting; sclerosis neurology; scm supply chain; scoliosis spine orthopaedic; scooters micromobility; scoreboard led sports display;
scoring credit creditworthiness; scorm elearning lms; scotch whisky distillery spirits; scrap demolition shredding; scrapbook crafts; scraping
crawling extraction; scrapyard metal; scratch polishing paintwork bodywork refinishing bodyshop; scream acoustic alarm; screamingfrog seo; screed
flooring; screen lcd printing; screenplay screenwriting film; screenprinting textile printing; screenwriting film screenplay; screwdriver tools;
scripting screenwriting automation powershell video; scrubber emissions; scrubs workwear; scrum agile; scuba diving; sculpture bronze; scum wastewater
cleaning pool; sdh optics transmission telecom; sdi broadcast video; sdk api; sdn network virtualization; sds chemical; sdwan wan network mpls; sea
shipping freight; seafarers crew maritime; seafood shrimp; seafreight ocean container; seagrass marine ecology; seagulls bird pest; sealant silicone
sealing adhesive caulking; sealing sealant waterproofing; seamstress sewing alterations tailoring; seatbelt automotive; seating upholstery; seawater
desalination marine; seaweed algae aquaculture; secret nda vault encryption investigation; secretary assistant administration office receptionist
reception; sect religious; security locks encryption; sedation anaesthesia dental; sedex audit csr; sedimentation clarification filtration dredging
wastewater; seed sowing crop agricultural agronomy; seeder seed sowing; seedlings nursery horticulture; seepage waterproofing drainage injection;
segmentation marketing; seismic geophysics; seismograph seismic vibration; seized overhaul lubrication; seizures neurology epilepsy; selenium
automation testing qa; selfcheckout pos retail; selfdriving autonomous adas; selfstorage storage lockers; sell ecommerce brokerage broker retail
resale auction; semantic ontology nlp linguistic; semiconductor microelectronics; seminar conference; semitrailer trailers; semrush seo; send shipping
courier mail; sender email smtp deliverability dkim; sendgrid email; senile dementia; seniors homecare caregivers; sensation neurology; sensitive
confidential; sensor transducers instruments; sentence proofreading criminal translation barrister defence; sentiment nlp analytics; sentinelone edr
endpoint; seo google optimization rank; sepa payments banking; separation centrifuge; septic wastewater desludging sewage tank; sequencing ngs; sercos
motion fieldbus; serial traceability rs232 pharmaceutical embedded pharma production; serialport rs232; serigraphy screenprinting; serp seo; servant
housekeeping domestic butler maid; server datacenter linux datacentre hardware racking virtualization; serverless lambda cloud aws; servicedesk
helpdesk itsm ticketing; servicenow itsm itil; servo motion drives motor; settle settlement subsidence mediation; seveso hazardous safety; sewage
effluent; sewer wastewater drainage; sewerage sewer wastewater; sewing garments; sex sexology therapist therapy; sexist harassment discrimination;
sexual harassment counselling gynaecology criminal; sftp file; shackle lifting rigging; shader graphic 3d rendering; shading awning blinds canopy
pergola; shadow shading awning; shaft couplings; shaftsinking mining; shake vibration seismic balancing damp; shaken earthquake vibration; shaky
structural; shale oilfield drilling; shampoo haircare cosmetics; share equities shareholder brokerage; shareholder corporate equities; sharepoint
intranet microsoft document collaboration; sharia islamic; sharp grinding sharpening blades knife; sharpening grinding knives; shattered glass
glazier; shaving razor; shed gardening timber carpentry outbuilding storage; sheep livestock shears farm; sheet metal roofing steel; sheetmetal
stamping bending laser; sheetmusic music publishing; sheetpiling piling cofferdam; shelf joinery merchandise; shelflabels labels; shelflife
preservation microbiology; shell seashell structural; shellfish seafood aquaculture; shelter refuge tents canopy charity; shielding emc; shift
workforce staffing; shine polishing waxing; shingles roofing; shiny polishing chrome plating; shipbuilding naval; shipment freight forwarding;
shipping freight marine shipbuilding forwarding; shiprepair shipyard drydock; shipwreck salvage maritime; shipyard vessel drydock; shirt garments
apparel embroidery tailoring printing; shock electrical electrician absorbents; shoelace shoes; shoemaker footwear shoes; shoerepair shoes; shoes
cobbler leather; shook vibration earthquake; shoot film video photography photographer; shop storefront shopfitting; shopfitter shopfitting joinery;
shopfitting interior joinery shopfitter retail; shopfront shopfitting; shopify webshop shop; shopkeeper retail; shoplifting eas; shopper retail;
shopware ecommerce webshop; shoring excavation trenching propping; shortage procurement staffing sourcing; shortcircuit electrician; shorten tailoring
editing hemming alterations; shorter hemming alterations; shorthand staffing stenography temporary transcription; shortsighted optician; shot
photography film; shotblasting blasting peening; shotcrete tunnel concrete slope; shoulder physiotherapy orthopaedic; shovelling snow; shower sanitary
plumbing plumber; shredder shredding destruction; shredding destruction shredder confidential recycling disposal; shrimp aquaculture seafood;
shrinkage eas; shrinkwrap film packaging; shutdown maintenance turnaround; shutters formwork concrete; shy coaching confidence counselling; sick
clinic medical doctor; sicken poison hygiene; siebel crm oracle; siem soc splunk security qradar sentinel; siemens plc automation simatic; sieving
screen; sigfox iot; sight ophthalmology optician; sightseeing tour; sigint interception rf; sigma lean; signage display screen; signalling antenna
interlocking telecommunications wireless amplifier repeater; signature electronics cryptography notary; signavio bpm; signboard signage signs;
signlanguage deaf interpreting; signmaker signage signs; signs lettering certification billboard illuminated; sigtran telecom signalling; sil safety;
silage forage fodder; silencer acoustic noise soundproofing exhaust; silica sand quartz; silicone semiconductor elastomer sealant wafer chip rubber;
silicosis dust respirators; silk textile fabric; silkscreen screenprinting printing; silo bulk integration grain interoperability; silt dredging
dewatering; siltation dredging; silver jewellery bullion jewelry plating; silverfish pest; silviculture forestry; sim mobile roaming m2m; simap
procurement tender; simatic plc siemens automation; simplivity hyperconverged; simulation fea; simulink matlab modelling simulation embedded mbse;
simultaneous interpreting; sine inverter waveform power; singer music vocal band vocalist wedding; singing vocal lessons; singlesignon sso identity
authentication; singlestore database analytics; sink plumbing plumber bathroom kitchen drainage; sintered powder metallurgy; sinumerik cnc siemens;
sinus ent; sip insulation voip panels telephony timber trunk; sistrix seo; sit chair seating ergonomic; site construction web; sitecore cms; sixsigma
lean kaizen; skatepark skate; skeleton orthopaedic osteopathy anatomy; sketch illustration drafting concept; sketchup 3d; skidder forestry logging;
skilift ropeway ski; skill training course upskilling; skin cosmetics dermatologist skincare; skincare dermatology; skip waste container rubbish bins
rubble disposal; skirt clothing dressmaker garments tailoring fashion; sku inventory retail; skull neurosurgery; sky drone; skylights rooflights
glazing; slabs concrete paving; slack collaboration chat; slag smelting steel metallurgy foundry; slam robot mapping navigation; slander defamation
reputation; slang translation; slate roofing; slaughter abattoir; slave modbus fieldbus; sledge sleds; sleep mattresses apnea apnoea insomnia;
sleepers tracking railway; sleepless mattresses; slept insomnia mattresses; sles suse linux; slice bakery slicers; slide powerpoint playground; slim
dietitian nutrition weight; slings lifting rigging; slip flooring antislip coating; slippers footwear; slippery flooring gritting antislip snow;
slogan branding copywriting tagline; slope geotechnical retaining landslide stabilisation landscaping earthworks; slot game casino; slotmachine casino
game; slow optimization tuning optimisation; slower optimization performance tuning bottleneck; slowest optimisation; slowly optimisation performance
bottleneck optimization; sludge dewatering wastewater desludging; slurm hpc cluster; slurry manure pumps; smallcell 5g indoor coverage; smallworld gis
utility; smart iot automation sensor; smartboard interactive classroom whiteboard; smartcard card chip authentication; smartcity urban iot municipal;
smartgrid metering energy; smarthome knx automation; smartmeter metering energy; smartphone android iphone; smarttv tv app; smartwatch wearable; smash
glazing glass glazier; smb storage file; smd smt pcb; smed lean; smell deodorization ventilation drain; smelly odour drain ventilation sewage
deodorising sewer; smelter smelting metal; smelting smelter metal; smeta audit csr; smile dentist orthodontics; smishing phishing awareness; smith
blacksmith forging; smoke detector alarm extraction chimney ventilation; smokealarm detector; smokedetector detector; smoker cessation nicotine; smoky
smoke ventilation; smooth sand polishing; smoothie juice; smpte broadcast video; sms messaging mobile; smsc sms telecom; smt pcb assemble soldering
electronics; snack vending catering savoury confectionery; snag defect inspection; snail slugs; snapchat social; snapshot storage; sneak intrusion
surveillance cctv; sneakers shoes footwear; sniff odour packet detection; sniffing network packet; snmp monitoring network; snooping surveillance;
snoring sleep apnea; snorkel diving; snort intrusion; snow gritting plough snowplough; snowcannon snowmaking; snowflake warehouse analytics;
snowmaking snow; snowplough snow gritting; snowplow snow snowplough; snsf research; soakaway drainage stormwater; soap cosmetics dispensing hygiene
toiletries; soapmaker soap; soapui api testing; soar siem soc incident; sober addiction alcohol rehab; soc siem detection; soc2 audit compliance
security; social marketing media instagram; sock hosiery textile knitwear knitting; socket electrician electrical outlet wiring; sod turf lawn
landscaping; soda beverage; sofa furniture upholstered; softener hardness limescale; softphone voip telephony; softpos payments; software developer;
softwaredevelopment programming developer; softwaretesting testing qa; softwood timber; soil geotechnical agronomy excavation topsoil; solar pv
inverter; solaris unix oracle; solarium tanning; solarwinds monitoring network; solas marine maritime lifesaving shipping; soldering pcb smt; soldier
defence veterans; solenoid valve; solicitor conveyancing litigation; solidity blockchain ethereum; solidworks cad 3d mechanic; solman sap; solr
lucene; solvency insurance actuarial; someip automotive ethernet; sommelier wine; sonar acoustic; sonde sensor water; song songwriting recording
studio; sonicwall firewall; sonographer ultrasound; soot chimney restoration flue boiler; sooty soot cleaning; sophos antivirus firewall endpoint;
sore physiotherapy massage; sound soundproofing recording; soundproofing acoustic insulation noise; soundtrack composer music audio scoring; soup
catering; soupkitchen charity; sourcecode escrow; sourcing purchasing; sousvide cook; souvenir gift; sovereign sovereignty cloud hosting; sovereignty
sovereign cloud; sowing seed seeder; sox audit compliance; soy soybean; soybean soy oilseed; spac ipo mergers; space storage aerospace interior;
spacecraft satellite space; spalling concrete repair; spam antispam filter; spandex knitting; spanner tools torque; sparkplug ignition; spatial gis
geospatial mapping; spay veterinary; spc statistics; speak interpreting language presentation; speaker keynote audio; speakerphone conferencing audio;
species ecology biodiversity; specimen laboratory pathology sample; spectacles eyewear optician; spectrometer spectrometry; spectrometry analytics;
spectrophotometer spectroscopy laboratory; spectroscopy analytics; spectrum radio spectrometry frequency; speech speechwriting logopedics therapist
language therapy; speechtotext speech transcription recognition; speed traffic motor optimisation; spell proofreading tutoring; spend procurement
budgeting; sperm fertility semen; spf sunscreen; spices seasoning; spiders pest; spigot plumbing tap faucet; spike surge; spill absorbents remediation
cleanup hazardous environmental bunding spillage; spinal spine orthopaedic; spindles machining grinding; spine spinal chiropractic orthopaedic;
spinning centrifuge yarn balancing textile; spinoff university; spinout university startup; spiral staircase; spirits distillery; spiritual meditation
retreat yoga counselling; spirometer spirometry; spirulina algae; spit barbecue rotisserie roasting; splicing fibre optics; split divorce; splunk siem
logging monitoring; spoil preservation refrigeration chilled; spoilage preservation microbiology; spoke wheel bicycle; spoken interpreting language
voice; spokesman pr media press; spokesperson pr; spontaneous improvisation; spoof phishing dmarc spf cybersecurity; spool printer wind cable; sports
club; sportswear sports apparel; spot stain dermatology; spotify music streaming; spotlight lighting stage; spouse matrimonial divorce; spout gutter
packaging dispensing; sprain physiotherapy; spray coating nozzles painting sprayer; spraydrying powder; sprayer spray; spread malware container;
spring wiring; springboot java spring; sprinkler firefighting; sprocket chain; sprung flooring spring leak; sps plc automation siemens; spss
statistics analytics surveying; sputtering vacuum coating; spy surveillance tscm bug countersurveillance detection spyware; spyware malware antivirus;
sql query; sqlinjection pentest vulnerability; sqlite database embedded; sqlserver sql database microsoft; squabble mediation; squad sports;
squarespace website; squash court; squatters eviction bailiff; squeak lubrication bearings; squeaky lubrication bearings; squid seafood; squirrel
pest; sre reliability devops; srm procurement; ss7 telecom signalling; ssas olap sql analytics; sscc barcode logistics; ssd storage flash nvme disk;
ssis etl sql integration; ssl encryption; sso identity authentication saml oauth keycloak; ssrs reporting sql; stabilisation ingredients; stability
structural geotechnical; stable equestrian livery; stablecoin crypto blockchain payments; stack devops shelving fullstack; stadium seating; staffing
temporary personnel; stage rigging audiovisual event scenic; stainless steel inox; staircase joinery balustrade carpentry; stairlift mobile access
lifting; stairs balustrade joinery stairlift; stake fencing surveying; stale bakery; stalker stalking; stalking investigation stalker; stall marketing
booth exhibition; stammer speech; stamping engraving philatelic press embossing metal; stanag defense nato; stanchion barrier; standbuilder
exhibition; starface voip pbx telephony; starlink satellite broadband; starschema warehouse; starter alternator battery ignition menu catering;
startup incubator accelerator; stata statistics econometrics; statcom reactive; static electrostatic esd; station charging railway stationery;
stationery letterhead paper printing; statistics modelling; statue bronze sculptor; steadicam film; steal alarm burglary cctv security; steam turbines
steamer cleaning; steel welding structural stainless steelwork; steelwork structural steel; steep roofing slope retaining access; steeple church;
steeplejack rope chimney; steer cattle wheel navigation; steganography cryptography; stench odour; stenographer transcription verbatim; stent
cardiovascular; step7 siemens plc simatic; stepper motor motion; stereo hifi loudspeaker amplifier; stereolithography printing; sterile autoclave
aseptic; sterilisation autoclave; sterling currency jewellery silver; stethoscope medical; stevedore port; stevia sweeteners; stewarding crowd; stibo
pim mdm; stick adhesive; sticker labels printing decal; sticky adhesive labels; stiff physiotherapy massage chiropractic; stink odour; stir mixing
agitators; stm32 microcontroller embedded firmware; stock replenishment warehousing; stockbroker brokerage trading equities; stockout replenishment
inventory; stockroom warehouse shelving; stocktaking inventory barcode; stole theft cctv investigation; stolen security tracking insurance police;
stoma ostomy; stomach gastroenterology gastroenterologist; stone mason stonemason; stonecutter stone masonry; stonemason masonry stonemasonry
gravestones stone; stool seating; storage warehousing backup nas; store warehouse ecommerce; storefront shopfitting signage; storeroom storage
shelving; storm roofing flood restoration drainage resilience; stormwater drainage runoff; story copywriting storytelling journalism publishing;
storyboard film; stove fireplace chimney cooker; stp sewage wastewater; straight orthodontics; strain physiotherapy gauges ergonomic; strainer
filtration; stranded breakdown; strapi headless cms; strapping packaging; strategy positioning; straw hay bedding fodder; strawberries berries fruit;
stray animal shelter pet; streaks cleaning; streaming video webcast; street paving lighting municipal; streetlight lighting luminaires; strength
tensile structural testing fitness; stress mindfulness wellbeing counselling; stretch film physiotherapy wrap yoga; stretcher ambulance; stretchfilm
packaging; strike union labour; strimmer gardening mowing; string guitar instruments; stringent compliance; strip led refinishing painting blasting
demolition; stripe payments; stroboscope vibration; stroke rehabilitation physiotherapy; stroller pram baby; strong reinforcement structural;
strongroom vault; struck injury accident; structural construction steel; stucco plastering rendering facade; stuck towing recovery; student education
tutoring campus accommodation; studio recording photography; study tutoring education university; stuffed taxidermy toy; stuffy ventilation hvac;
stump arborist grinding tree; stunt film; stuntman stunt film; stutter speech logopaedics; style stylist fashion; styleguide branding; styrene
polymer; styrofoam eps polystyrene foam insulation packaging; submarine underwater naval; submetering metering; subpoena litigation attorney
ediscovery; subroutine programming; subscribe newsletter billing; subscription billing recurring saas; subsea offshore rov; subsidence grant funding
underpinning geotechnical subsidies foundation; subsidiary incorporation accounting corporate; substance chemical hazardous toxicology; substation
voltage; subway rail railway tunnel; succeed succession; successfactors hr hcm sap; succession inheritance estate leadership; successor inheritance;
sue lawyer attorney; sugar sweeteners diabetes; sugarcane sugar ethanol; sugarcrm crm; suicide counselling crisis hotline psychiatry psychotherapy;
suit tailoring bespoke menswear; sukuk islamic; sulfur sulphur; summarization nlp transcription llm; sump pumps drainage; sumup payments pos; sun
awning blinds shading photovoltaic; sunflower oil oilseed; sung choir vocal; sunglasses eyewear; sunk subsidence salvage underpinning diving
foundation; sunlight solar blinds shading photovoltaic; sunny awning shading; sunrise photography; sunscreen skincare; sunshade shading awning blinds;
sunshine solar awning blinds shading; supabase postgresql backend; supercapacitor capacitors storage; supercomputing hpc; superconductor cryogenic;
superheater boiler; superintendent caretaker; supermarket fmcg refrigeration; supermicro server hardware; supervisor foreman supervision coaching
leadership; supplements nutraceuticals; supply procurement wholesale logistics; supplychain logistics; suppression extinguishing fire sprinkler;
surety bonding; surface coating finish polishing resurfacing; surfactants detergent cosmetics; surfboard surf; surge earthing; surgeon surgical;
surgery clinic hospital medical; surgical surgeon instruments; suricata intrusion; surname genealogy; surplus remnants auction clearance resale;
surrogacy ivf fertility; surround fencing; surveillance video; surveying geodetic gnss land cadastral topographic geodesy; surveyor topographic; suse
linux; sushi japanese; suspect investigation forensic detection; suspend employment disciplinary ceiling; suspension chassis garage shock automotive
axles; suspicion detection investigation fraud; suspicious fraud surveillance investigation forensic intrusion; suture surgical; svelte javascript
frontend; svg graphic; svn git; swab sample; swag promotional merchandise; swagger api openapi; swaging forging; swallow dysphagia speech; swamp
drainage dewatering; swapbody intermodal; swarf coolant; swear affidavit notary; sweat ventilation; sweeper sweeping cleaning; sweeping sweeper flue;
sweepstake lottery; sweeteners stevia sugar; sweets confectionery candy; swept chimney janitorial; swift ios apple; swine pork; swing playground;
swissknife knives; switch cisco electrical; switchboard pbx switchgear panels telephony distribute electrical; switchgear electrical cabinet voltage
switchboard; switchover migration cutover; sword fencing martial; sworn translation notary affidavit certified; swot strategy consulting; swum pool;
swyx voip telephony; sybase database sql; symantec antivirus endpoint; symfony php; symmetric encryption cryptography; sympathy florist funeral;
symphony orchestra music concert; symposium congress conference; symptom clinic medical; synagogue jewish; synchrotron beamline; syndicate investor;
syngas gasification; synology nas storage; syntax programming compiler code parser; synthesis chemical chemistry speech; synthesizer music audio
electronics; syringe needle; sysadmin administration linux server; syslog logging siem; sysml mbse modelling; systemverilog fpga asic verification;
table joinery carpenter restaurant; tableau bi dashboard visualization; tablecloth linen napkins; tableware porcelain crockery; tacho tachograph;
tachograph fleet telematics driver; tack saddlery equestrian; tackle fish angling; tadelakt plastering; tag barcode labels; tagetik consolidation;
tagline copywriting branding; tailings mining; tailoring bespoke alterations; tailwind css frontend; takedown infringement; takeover acquisition
mergers; talc minerals; tale storytelling booking publishing; talend etl integration; talent recruitment headhunting hiring staffing hr; talk
counselling speech; tall scaffolding height abseiling; tank storage cistern; tanker fuel tank; tanner tannery leather; tannery tanning; tanning
solarium; tantalum metal; tap plumber; tapa cargo theft; tape adhesive digitization backup packaging; tapeout asic; tapestry weaving; target
advertising segmentation; targetlink simulink embedded automotive; tarot astrology; tarpaulin pvc; taste flavours sensory; tattooist tattoo; taught
lessons tutoring training; tax accounting fiscal return bookkeeping; taxation accounting vat; taxi chauffeur driver airport; taxidermist taxidermy;
taxidermy taxidermist; taxman tax; taxonomy ontology classification semantic; taxpayer tax accounting; tcp network protocol; tdd agile testing; tea
beverage herbal catering infusion; teacher education tutoring training; teaching lessons; teahouse tea; teak timber hardwood; teambuilding outdoor
incentive teamwork; teamcenter plm siemens; teamcity devops; teams teambuilding coaching; teamviewer remote; teapot ceramics pottery tableware; tear
sewing upholstery tailoring stitching; technical document; technicaldebt refactoring legacy; technogym fitness; technology software digitization;
techtransfer university licensing; tedious automation rpa; teen youth; teenage tutoring; teeth dental dentist orthodontics whitening; teflon ptfe
fluoropolymer; telc language german; telco telecommunications operator carrier; telecom telecommunications operator carrier network mobile;
telecommunications telecom operator carrier network; telecontrol scada rtu remote; telehandler handling loader; telehealth ehealth; telemarketing
outbound call telesales; telematics gps; telemedicine ehealth; telemetry monitoring scada sensor; telephone pbx; telephony sip; telesales
telemarketing outbound; telescope optics lenses; television antenna video; teleworking remote vpn; teller banking; teltonika telematics gps; temenos
banking; temperature hvac refrigeration thermostat sensor calibration; tempered glass heating toughened; tempest emissions shielding; temple religious
hindu; temporary staffing; temps staffing; tenable vulnerability scanning; tenancy landlord; tenant lease tenancy; tender proposal; tenement
residential; tennis court; tense massage physiotherapy relax; tensile testing mechanic; tension physiotherapy massage; tensorflow ai ml; tents
marquee; terabyte storage; teradata warehouse database analytics; termbase terminology translation; terminal pos payments port; terminalserver citrix
vdi rds; terminology translation; termite fumigation; termsheet venture; terrace deck paving; terraform iac devops cloud; terrarium reptiles; terrazzo
flooring; terrify phobia; terror security antiterror; terrorist security explosives; testament succession probate; testbench testing bench automation;
tester qa; testimonial influencer; testing inspection laboratory certification; testrail testing qa; testrig testing bench; tetra radio; teu
container; text editing sms proofreading translation; textbook publishing education printing; texttospeech speech voice synthesis; tfs microsoft
devops; tga thermal; thales hsm encryption; thatcher thatch roofing; theater lighting performance drama; theatre performance; theft alarm security
burglary cctv shoplifting; theodolite surveying geodetic; theology seminary faith; theorem mathematics tutoring verification; theory drives; therapist
psychotherapy; therapy psychotherapy physiotherapy rehabilitation; thermalimaging infrared thermography; thermalprinter labels pos printer;
thermocouple temperature sensor; thermoforming packaging vacuum plastics tray; thermography infrared thermal inspection; thermoplastic plastics
polymer; thermoset resin composite; thermostat heating hvac temperature; theses academic proofreading bookbinding; thesis academic proofreading
statistics; thief burglar security alarm cctv; thieve cctv security theft alarm guarding burglary locksmith; thin dietitian hair; thinclient vdi
citrix; thinfilm coating; thingsboard iot; thinkpad lenovo laptop; thirst drinks beverage water coolers; thirsty beverage drinks; thoroughfare traffic
road; thread machining fasteners; threat cybersecurity intelligence security siem vulnerability; threaten bodyguard security lawyer; threejs webgl 3d;
threema messaging; thresher threshing harvest; threshold alert monitoring; thrift secondhand; throat ent otolaryngology; thrombosis vascular
anticoagulant; throughput conveyor optimization; throw disposal rubbish; thumb orthopaedic hand; thunderbolt usb; thyristor semiconductor; thyroid
endocrinology; tia siemens plc automation; tibco integration middleware; tick pest veterinary lyme; ticketing helpdesk booking admission; tickit
audit; tidal marine turbines; tidy housekeeping cleaning decluttering gardening; tie fashion menswear apparel; tiff scanning imaging; tight gaskets
sealing torque; tiktok social influencer video; tiler tiling; tiling tiler bathroom; till pos cashier retail epos; tillage plough agricultural; timber
forestry; timeclock attendance; timekeeping attendance payroll; timeouts latency; timer irrigation switch controlling lighting; timescale milestones
scheduling; timescaledb database timeseries; timeseries forecasting analytics; timeshare holiday; timesheet attendance timekeeping hr timetracking
recording; timestamp signature; timetable transport; tin canning packaging sheet; tinder dating; tinnitus audiology; tinplate cans steel; tippers
trailers truck; tire wheel automotive garage; tisax isms automotive security; tissue paper; titanium alloys; title conveyancing deed; titration
analytics; tms logistics transport freight; toad amphibians ecology; toast bakery speech; toaster appliances; tobacco vape cigar; toboggan sleds;
toddler childcare kid nursery; toe podiatry chiropody foot; toefl english language; toeic english language; tofu soy; toilet plumbing portable
bathroom drain washroom; tokamak fusion; token blockchain payments cryptocurrency; tolerance metrology precision; toll tachograph freight telematics
vehicle; tomato greenhouse horticulture grower; tombstone gravestones stonemason; tomcat java server; tome bookbinding; tomography ct imaging; ton
haulage crane freight bulk; toner printing; tongue language orthodontics; tonometer ophthalmology; tonsils ent; toolbox tools; toolchain compiler
embedded; toolmaking moulding dies; tools hardware toolmaking workshop dies jigs; tooth crown; toothache dentist dental; toothbrush oral; toothpaste
oral; topcoat coating; topographic surveying lidar; torah jewish; tore tailoring upholstery; torn tailoring mend upholstery sewing; torque tightening
wrench; torrefaction biomass; tort injury liability; tortilla bakery; torture asylum trauma; tosca testing automation; totalstation surveying; totp
authentication mfa; touch touchscreen; touchscreen display hmi kiosk interactive; toughened glass tempered; tour tourism travel guide excursions
sightseeing; tourist travel sightseeing tour guide; towel terry laundry; tower telecom mast crane scaffolding; towing recovery; town planning;
townhall municipal; toxicologist toxicology; toy children playground; tpe elastomer plastics; tpm lean; traceability tracking serial mark;
trackandtrace serial; tracker gps; tracking gps; tractor implement; trademark intellectual; trader brokerage; tradeshow exhibition booth; trading
export; tradition heritage; trados translation; traffic seo signage roadworks signalling; tragedy bereavement funeral trauma; trail hiking
landscaping; trailers semitrailer; trainee apprenticeship training; trainer training; trainset rolling; tram tramway; trampoline playground; tramway
tram rail; transaction banking ledger acquisition; transcoding video encoding streaming; transcription subtitling captioning speech dictation;
transducers sensor; transfer shuttle migration remittance; transformation digitization; transient surge; transit freight transport shipping;
translation linguistic; transmission automotive broadcast; transmit antenna radio transmitter telemetry; transmitter antenna radio sensor broadcast
rf; transparent glass acrylic; transponder rfid; transport truck; transshipment transhipment; trap pest rodents; trash rubbish recycling garbage
refuse disposal; trashcan bins refuse waste; travel itinerary tour flight; travertine stone marble; trawler vessel; tray packaging cable
thermoforming; tread tyre stairs; treadmill fitness; treasure antique auction; treasury cash fx; treat therapy; treatment medical clinic; treaty law;
tree arboriculture surgery fell; trek hiking expedition tour guide outdoor; trekking hiking; trello agile kanban; tremor neurology; trenching shoring
trenchless cable; trenchless drilling pipejacking microtunnelling; trend forecasting fashion; trendmicro antivirus endpoint; trespassing intrusion
perimeter fencing; triage emergency; trial litigation attorney; triathlon cycling swimming; tribe indigenous culture; tribology lubrication wear
friction; tribunal litigation arbitration; trick magician phishing; trifle dessert; trip excursions; tripadvisor reviews travel; trivia quiz; trojan
antivirus; trolley castors handling materials retail; trolleybus buses; trombone instruments; troop military defence; troubleshooting helpdesk
technicians; trouser tailoring alterations apparel garments; trout aquaculture fish; truancy school; truck haulage freight transport fleet; trucker
truck haulage; truckstop trucker; trumpet instruments music; trunk sip tree arborist; truss roofing timber stage rigging; trust trustee fiduciary
estate; trustee fiduciary insolvency; truth polygraph; tscm eavesdropping; tse pos fiscal; tshirt apparel printing garments textile; tts speech voice
synthesis; tube extrusion; tuberculosis pulmonary; tug towage; tugboat towage tug; tulips bulb; tumor oncology cancer; tumour oncology; tuna seafood;
tungsten carbide; tuning piano ecu remapping; tunnel boring geotechnical civil; turbidity water sensor; turbines gas; turbocharger turbo engine;
turbogenerator turbines; turf lawn grass; turmeric spices; turnaround insolvency; turning lathe machining cnc; turnouts railway; turnstile barrier;
turntable hifi vinyl audio; turpentine solvents; tutorial training elearning onboarding document; tutoring lessons homework tuition teacher; tuv
certification inspection; tux suit; tuxedo suit formalwear; tv broadcast; twilio sms api voice; twin simulation; twincat beckhoff plc; twint payments;
twist physiotherapy; twitter social; typeface typography; typescript javascript angular react; typesetting publishing prepress dtp; typewriter
restoration transcription; typist transcription secretary; typo proofreading; typo3 cms website php; typography typesetting; uart embedded serial; uas
drone unmanned; uav unmanned aerial; ubiquiti wifi wireless unifi; ubuntu linux canon; ucaas unifi communications voip; ucits funding investment; udi
medical; uds automotive diagnostics; uefa football; uefi firmware bios; ugly redesign cosmetics renovation; uhf rfid radio; ui ux design; ui5 sap
fiori; uipath rpa automation; ukulele instruments guitar; ultrafiltration membrane filtration; ultrasonic ultrasound ndt; ultrasonography ultrasound
imaging; ultrasound ultrasonic imaging; ultraviolet uv disinfection cure; umbraco cms .net; umbrella parasol promotional; uml modelling sysml; umpire
sports; umrah pilgrimage; umts mobile telecom; unattended cctv surveillance monitoring; unauthorized intrusion access cybersecurity breach security
authentication; unavailable outage uptime downtime monitoring redundancy failover; unaware awareness; unbalanced balancing vibration; unblocking drain
jetting; uncertainty risk; uncle inheritance; uncomfortable ergonomic hvac; unconscious resuscitation ambulance; undelete recovery; undercarriage
tracking earthmoving; underfloor heating screed; undergraduate university academic tutoring; underground utility excavation cable drainage trenching;
underlay flooring carpet laminate; undernourished nutrition; underpinning foundation subsidence; understaffed staffing temporary recruitment;
underwear lingerie knitwear; undo rollback versioning; undocumented document legacy; unemployed retraining employment recruitment jobseeker career job
reintegration; unfair dismissal employment tribunal; unfinished renovation contractor construction finish; unfit fitness; unfounded defamation;
unhappy counselling mediation therapy reputation; unhealthy nutrition dietitian; unhelpful complaint ombudsman; unicef humanitarian; unifi ubiquiti
wifi; uniform embroidery apparel garments tailoring; uninsured insurance; uninterruptible ups battery; union employment labour; unittest testing;
unity game 3d vr; unity3d game 3d vr; univention linux identity; university higher; unix aix solaris; unload forklift haulage warehouse cargo crane;
unlock locksmith; unmanned drone uav; unmotivated coaching; unnoticed awareness branding; unpacking removals; unpaid collection debt dunning;
unpleasant odour; unprofitable turnaround restructuring; unreachable answering telephone; unreadable newsletter recovery restoration; unreal game 3d
vr; unreasonable lawyer; unreliable reliability maintenance; unsafe safety inspection hazardous; unsolicited spam antispam email; unsound structural
surveyor; unstable underpinning reliability geotechnical stability stabilisation; unsubscribe newsletter email; unsupported legacy migration upgrade
modernisation; unsuspecting phishing; untidy decluttering cleaning gardening housekeeping organic; untrained training; untrue defamation libel;
untuned tuning; unused surplus; unwanted disposal clearance removals pest spam; upbringing parent childcare family; upc barcode gs1; upcycling
recycling; update maintenance; upgrade migration retrofit; upholstery upholstered; ups uninterruptible battery parcel backup power; upskilling
training elearning reskilling; upstairs stairlift removals stairs loft lifting; uptime monitoring hosting; upvc windows doors; uranium nuclear mining;
urban planning architecture landscaping; urinalysis urine diagnostics; urine odour sanitary urinalysis cleaning washroom; urns cremation funeral;
urologist urology; usability ux testing; usaid humanitarian; userfriendly usability ux; uspto patent trademark; ussd mobile sms; utility metering
electrical gas water; utimaco hsm encryption; uv ultraviolet; uvm verification asic; uwb positioning rtls indoor; ux usability ui; uxo ordnance
demining; v2x vehicle automotive; va assistant; vacancy staffing hiring; vacant vacancy; vacation travel tour tourism hotel; vaccines immunology;
vacuum pumps; vacuumcleaner appliances; vagrant devops; validation verification; valuable appraisal vault safe jewellery valuation insurance;
valuation valuer; value appraisal; valuer valuation appraisal surveyor; valve actuators hydraulic pneumatic; van removals courier fleet; vanadium
metal battery; vandalism surveillance graffiti cctv security; vanilla flavours; vanish theft loss recovery investigation; vapor vapour; vapour
extraction solvents; variance statistics; varicose phlebology; varnish lacquer; vascular cardiovascular; vat accounting bookkeeping; vav hvac
ventilation; vb6 .net legacy migration; vba excel macro automation; vc venture capital; vcb switchgear breaker; vcenter vmware virtualization; vdi
virtualization citrix desktop; vds fire alarm; veal meat; vector illustration graphic; vectordb ai llm; veeam backup recovery; vegan vegetarian;
vegetables produce greengrocer grocery; vegetarian vegan catering plant restaurant; vehicle garage; vein vascular varicose; velcro fasteners;
velocloud vmware; vending dispensing machining; veneer plywood; ventilation respiratory; ventriloquist entertainment; venture startup capital vc
investor; venue conference event banquet wedding; verbatim transcription; vercel hosting; verdict litigation appeal lawyer; vergabe tender
procurement; verification kyc testing validation; verify kyc authentication validation certification; verilog fpga asic; veritas backup; vermin
rodents extermination; vertica analytics database; vertical blinds; vertigo neurology ent; vessel marine maritime pressure; vestments liturgical
church; vet veterinarian pet animal; veterinarian veterinary; veterinary veterinarian; vfd inverter drives; vffs packaging bag; vfx effects film; vhdl
fpga asic; vhf radio; vhs digitization tape; vials ampoules glass sterile; vibration damp isolators balancing acoustic monitoring dynamics; vicar
church parish; vice machining; vickers hardness; victim injury compensation attorney trauma counselling forensic; video editing videography;
videoconference conferencing meet; videoconferencing video conference meet collaboration; videogame game unity; videographer video film;
videosurveillance cctv surveillance camera; videowall display led screen; viewer broadcast streaming; vinegar condiments; vineyard viticulture winery;
vintage antique restoration classical; vintner wine vineyard; vinyl signage flooring lettering; violate infringement compliance; violence domestic
security criminal shelter counselling; violent domestic security criminal protection guarding; violin luthier string instruments lessons; viral
campaign social; virtualisation vmware hypervisor; virtualization hypervisor virtualisation proxmox hyperv citrix kvm; virtualreality vr immersive;
virus cybersecurity disinfection; visa consular; viscometer viscosity rheology; viscosity fibre viscometer rheology textile; vise workholding
clamping; visio diagram; vision camera optician optometry ophthalmology; visit tourism tour; visitor reception tourism access museum turnstile;
visualbasic vb .net legacy; visualcomponents simulation robot; visualisation dashboard analytics 3d rendering; visualization graphic dashboard design
analytics 3d rendering; visualstudio .net; vitamins nutraceuticals; viticulture vineyard wine; viton sealing fluoroelastomer; vitrine showcases; vlan
network switch segmentation; vlog video; vm virtualization; vme embedded rugged; vmi inventory replenishment; vmix streaming; vms video surveillance;
vmware vsphere hypervisor; vocabulary language terminology; vocal singing; vocs emissions solvents oxidizer; vod video streaming; vodka distillery;
voice telephony voiceover voip; voicebot voice chatbot speech; voicemail telephony answering voip; voiceover dubbing audio narrator voice; voip sip
pbx asterisk 3cx teams; voltage switchgear electrician stability; volte telecom lte; voluntary charity; volunteer charity nonprofit ngo; vomit
cleaning gastroenterology; voter election polling voting campaign; voting polling ballot; vouch references screen; vouchers loyalty; vowel speech
phonetics; vpn remote network security encryption; vps hosting server; vpx embedded rugged; vr augmented immersive oculus hololens xr ar; vrf hvac
chiller cooling; vrv hvac cooling; vsat satellite; vscode programming; vslam robot; vsm lean; vsphere vmware virtualization; vswr antenna rf; vtiger
crm; vtol evtol drone; vue javascript frontend; vuejs vue javascript frontend; vulcanizing rubber; vulkan graphic gpu; vulnerability pentest security
safeguarding scanning penetration; vxrail hyperconverged vmware; vxworks rtos embedded; w2 payroll tax; waf firewall; waffle bakery; wage hr; wago plc
automation; wagons rail railway; wait scheduling appointment; waitress waiters; waldorf school kindergarten; walk hiking tour; walker rollator;
walkietalkie radio tetra; wall masonry; wallbox charging ev; wallcoverings wallpaper decorating; wallet leather crypto cryptocurrency blockchain;
wallpaper decorating wallcoverings painter; wan mpls; wander dementia elderly; war military veterans defence humanitarian; ward nursing; wardrobes
furniture closet fitness; warehouse logistics racking fulfilment distribute; warehousing storage fulfilment; warm insulation boiler; warn monitoring;
warp straightening timber flooring carpentry joinery; warrant criminal attorney defence; warranty repair extend defect; wartime ordnance unexploded
military; washbasin sanitary bathroom; washing cleaning; washroom hygiene toilet dispensing sanitary restroom; waste recycling refuse skip; wastewater
effluent treatment; watches horology surveillance cctv timepieces; watchguard firewall; watchmaking horology; water plumbing purification treatment
wastewater hydraulic drainage; waterlogged drainage dewatering; watermarking drm; watermist suppression; waterpark slide pool; waterproofing membrane
sealant bitumen; waterslide slide pool; watson ibm ai; wave ultrasonic ocean; waveguide microwave; waxing depilation paraffin; wayfinding signage
indoor; wazuh siem; wcag access; weak reinforcement strengthening; wealth investment portfolio pension estate inheritance tax; wealthy wealth; weapon
defence ammunition; wear lubrication tribology; wearable sensor; weasel pest wildlife; weather weatherproofing; weatherstripping sealing windows;
weaver weaving; weaving woven loom fabric; web strapping; web3 blockchain crypto; webapp react javascript; webassembly frontend; webcam camera video;
webcast streaming webinar; webdesign website web design; webex cisco videoconferencing; webflow website webdesign; webgl 3d; webhook api integration;
webhosting hosting domain server; webinar streaming webcast; weblogic java oracle; webmaster maintenance hosting; webmethods integration middleware;
webpage website webdesign; webportal portal; webrtc video; webservice api soap; webshop shopify; website webdesign wordpress; websphere java ibm;
wedding bridal; wee urology incontinence; weee recycling ewaste electronics disposal; weevils pest; weighbridge weighing scales; weighing weighbridge
calibration; weight nutrition dietitian; welder welding; welding welder weldments robot; weldingrobot robot welding; welfare safeguarding; wellbeing
mindfulness; wellhead oilfield drilling; westernunion remittance; wet waterproofing damp dehumidification drying leak plumbing drainage moisture;
wetland ecology; wetsuit diving neoprene; wfh remote vpn collaboration; wfs gis geodata; whale marine; whatsapp messaging chatbot; wheel alloys
alignment castors rim automotive; wheelchair mobile access rehabilitation; wheelie bins waste; wheeliebin bins; wheelwright wheel; whetstone
sharpening knives; whey dairy protein; whiplash physiotherapy injury claims; whirlpool spa pool; whiskey distillery; whisky distillery spirits;
whistle whistleblowing compliance; whistleblowing compliance hotline ethic; whiteboard interactive classroom display; whmis hazardous safety; wicker
rattan basket furniture; widow bereavement; wiegand access; wife divorce family marriage; wifi hotspot network ubiquiti meraki aruba; wig hairpieces;
wiki confluence; wild forestry wildlife game; wildfire fire; wildfly java; wildlife ecology conservation; wills probate inheritance estate notary
solicitor; wilting irrigation crop; wimax wireless broadband; wincc scada siemens hmi; winch hoist lifting; wind renewable motor rewinding; windchill
plm ptc; windfarm turbines offshore; windmill turbines; windowcleaning cleaning; windows glazing joinery fenestration glazier upvc blinds cleaning;
windows10 windows migration; windows11 windows migration; windows7 windows legacy; windowsserver windows server microsoft; windscreen autoglass glass;
windshield autoglass; windtunnel aerodynamics; wine sommelier oenology; winemaker wine vineyard winery; winery vineyard; wing aviation bodywork;
winner trophies; wiper automotive; wiping erasure sanitization nonwoven shredding; wipo patent trademark; wireframe ux ui; wireguard vpn; wireless rf
antenna; wireline oilfield logging; wiremesh mesh fencing; wireshark network packet; wiretap tscm interception eavesdropping; wiring electrician
harness; wisp wireless broadband; wit comedian litigation; withdraw banking atm payments pension; withholding tax payroll; witty copywriting; wix
website webdesign; wizard magician; wms warehouse logistics picking inventory; woken noise insomnia; wonderware scada hmi; woocommerce ecommerce
wordpress; wood joinery carpentry sawmill lumber woodwork; woodcarver carving wood; woodchip biomass; wooden timber carpentry joinery; woodturner
turning wood; woodwind instruments; woodwork joinery carpentry timber wood; woodworm pest timber; wool yarn knitwear textile; wordpress cms website
webdesign php; workday hcm hr payroll; worker labour staffing employment; workflow process automation bpm; workforce staffing scheduling; workholding
clamping chuck; workload outsourcing; workorder maintenance cmms; workout gym; workshop facilitation; workspace coworking google microsoft office;
workstation desktop ergonomic hardware; worktop countertop kitchen; workwear clothing ppe protection; worldpay payments; worldwide international
shipping freight logistics export; worm antivirus veterinary compostable; worn refurbishment reconditioned bearings overhaul upholstery hardfacing;
worry counselling; worship church; worth appraisal valuation; wound dress nursing medical; woven weaving fabric; wpf .net; wrap vinyl film shrink
pallets; wrapper packaging film; wras water plumbing; wreath florist funeral; wreck towing scrap bodywork; wrecker towing demolition salvage recovery;
wrench torque tools; wrinkles aesthetic iron botox dermatology; wrist orthopaedic ergonomic physiotherapy; wristwatch watches; write copywriting
editorial ghostwriting writer; writer copywriting ghostwriting editorial; written copywriting translation; wrought blacksmith ironwork; wsus patching
windows; wtp water treatment; wwtp wastewater; wyse thinclient vdi; x12 edi; xai ai; xamarin mobile .net maui; xapi elearning lms; xbox console game;
xbrl reporting financial; xdr edr endpoint detection; xen virtualization hypervisor; xenapp citrix virtualization; xero accounting bookkeeping; xerox
printer copier; xgboost ml; xilinx fpga; xliff translation; xml xslt; xmpp messaging; xr vr augmented immersive; xray radiology radiography; xrd
diffraction; xrechnung invoicing einvoicing zugferd; xrf fluorescence spectrometer; xslt xml publishing; xss pentest vulnerability; xta egovernment;
y2k legacy; yacht marine; yammer microsoft intranet; yara malware; yard landscaping gardening paving fencing lawn; yarn spinning; yearend accounting;
yeast baking; yield agronomy crop investment; yii php; yms yard logistics; yocto embedded linux; yoga pilates meditation; yoghurt dairy; yokogawa dcs
instruments; yolo vision detection; younger youth; youngest childcare kindergarten nursery pediatric; youth youngsters childcare counselling children;
youtube video; yubikey authentication fido token; yurt tents; zabbix monitoring; zalando marketplace fashion; zamak diecasting zinc; zammad ticketing
helpdesk; zapier automation integration workflow; zbrush 3d; zebra labels printer barcode; zebrafish preclinical; zend php; zendesk helpdesk
ticketing; zenon scada; zeolite adsorption; zephyr rtos embedded; zeroday vulnerability threat; zerotrust ztna identity security; zigbee wireless iot;
zillow estate; zimbra email groupware; zinc galvanizing plating; zipline adventure; zipper trims; zld wastewater evaporative; zoho crm; zoning land;
zoom videoconferencing meet; zos mainframe ibm; zscaler sase ztna; ztna vpn; zugferd invoicing einvoicing xrechnung; zynq fpga xilinx');
