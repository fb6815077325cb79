-- More words that belong together, as 0047 says: who asks with the first of a group may mean the others.

select search_related_add('
ffp2 masks respirators; ffp3 masks respirators; fgd desulphurisation scrubber; fhir hl7 healthcare interoperability; fiata forwarding freight; fibc
bag bulk; fiber broadband optics ftth textile cable; fiberglass composite grp; fibre optics textile broadband yarn ftth; fibreboard mdf panels;
fibreglass grp; fibreoptic fibre optics; fibromyalgia rheumatology; fiction publishing booking author editing; fiddle violin luthier fraud; fidelio
hotel; fido authentication passwordless token; fido2 authentication passwordless token; fiduciary trustee; fieldbus automation profinet profibus
canopen ethercat modbus; fieldservice technicians dispatch; fifa football; fight martial boxes; fighter boxes martial; figma ui ux design; figure
accounting bookkeeping; file backup storage archive; filenet ecm ibm document; filesharing collaboration cloud; filling dose; film cinematography
production videography filmmaking; filmmaking film documentary; filter softener cartridge; filthy cleaning cleaner janitorial pressure; filtration
membrane; finance lending loan banking accounting; financial accounting audit bookkeeping banking; fine parking penalty solicitor traffic; finetuning
llm ai; finger orthopaedic biometric; finish plastering coating polishing lacquer; finma compliance; finops optimization cloud; fintech payments
financial lending; fiori sap ui5; fips cryptographic encryption; fire alarm evacuation; firearms shoot; firebase mobile google backend; firebird
database sql; firedamp methane mining; firedoor doors; fireengine firefighting; firefighting extinguishing hydrants; firehose firefighting hoses;
fireman firefighting; firemen firefighting; fireplace stove chimney hearth; fireproofing passive firestopping intumescent; firestopping passive
compartmentation; firetruck firefighting; firewall security fortinet perimeter fortigate sophos sonicwall; firewood logging biomass; firework
pyrotechnics display; firmware microcontroller; firstaid cpr; fiscal tax accounting taxation; fish angling fishmonger; fishery aquaculture; fishmonger
fish seafood; fitness installation couplings pipe tailoring training; five9 ccaas; fivetran integration etl; fix maintenance handyman; fixtures jigs
tools; fizzy beverage bottling carbon drinks; flag banner flagpole printing; flagpole flag; flaking painting coating; flame retardant burner;
flameretardant fire; flammable flameproof hazardous; flanges pipe fitness; flash firmware; flavor aroma ingredients food; flavours aroma fragrance
food; flaw inspection vulnerability ultrasonic; fleamarket secondhand; fleas pest veterinary; fleet lease; flesh meat; flew airline aviation; flexo
printing labels flexographic; flexographic printing labels packaging; flexography printing flexo; flexray automotive bus; flicker lighting electrician
led; flight airline aircraft travel; flightsimulator pilot training; flink streaming; flocculation wastewater clarification; flood drainage
restoration drying dewatering pumps stormwater dehumidification hydrology; floodlights stadium; flooring screed laminate vinyl; floorplan estate;
floppy recovery disk diskette; florist bouquet floral floristry; flotation minerals mining; flour milling bakery; flow flowmeter hydraulic; flowers
floral; flowmeter instruments metering; flown airline aviation freight; flowpack packaging; fluctuation voltage stability hedging; flue exhaust
boiler; fluent interpreting translation language bilingual; fluffy grooming textile; fluid hydraulic pumps lubrication; fluoride dental water;
fluoropolymer ptfe pfa; flush plumbing toilet cistern plumber drainage; flute instruments music woodwind lessons; flutter mobile ios android dart; fly
aviation pest drone; flyash cement concrete; flyer printing brochure; flyingprobe pcb testing; flytipping clearance waste; flywheel storage; fm200
suppression extinguishing; fme gis etl; fmea reliability; foam polyurethane upholstery polystyrene cushion mattresses packaging; fodder forage; fog
condensation; foil embossing; fold bindery packaging; folder sharepoint; folk music band tradition; font typesetting branding; food catering
restaurant foodstuff grocery ingredients haccp hygiene; foodbank food charity; foodtech food; foodtruck catering; foot podiatry orthopaedic podiatrist
chiropody; footage film; football pitch stadium turf; footfall retail count; footnote editing format proofreading citation; footprint lca; footwear
boot; forage fodder silage; forcibly eviction; forecasting analytics budgeting planning; foreclosure mortgage bankruptcy; forecourt fuel petrol;
foreign translation international immigration export; forensic investigation incident; forest arborist; forestry timber silviculture logging; forex fx
trading; forgave mediation; forgery forensic; forget dementia password remind; forging forensic counterfeit; forgot password recovery; forgotten
password recovery; fork forklift; forklift handling truck; form formwork; formal tailoring dress banquet; formaldehyde emissions; format conversion
typesetting layout; formula formulation spreadsheet excel chemistry; formulation cosmetics chemistry pharmaceutical; formwork shutters concrete
scaffolding; fortigate firewall fortinet security; fortinet firewall security network; fortran scientific hpc; fortune investment wealth asset
inheritance; fortuneteller astrology; forum community moderation; forwarding freight; fossil renewable; fought litigation; foul sewer sewage drainage
drain; foundation geotechnical concrete underpinning structural; founder accelerator venture; fountain landscaping pond; foxes pest; foxpro legacy
database migration; fpga vhdl embedded electronics xilinx; fpso offshore; fracking hydraulic oilfield; fracture orthopaedic failure; fragile packaging
crates packing; fragment defragmentation restoration; fragrance aroma scent flavours; frail elderly; framemaker document; framework formwork steel;
framing carpentry picture; franchise franchisee; franchisee franchise; franking mail postage; fraud forensic investigation detection antifraud
prevention aml; fraudulent fraud forensic; fraunhofer research; freebsd unix; freehold property conveyancing; freelancer staffing; freertos rtos
embedded; freeway road asphalt; freeze refrigeration freezer frost cryogenic; freezedrying lyophilization; freezer cooling coldroom; freight
forwarding shipping; french translation language; freon refrigeration; frequency radio rf inverter drives; frescoes restoration conservation; fresh
produce grocery perishable refrigeration organic; freshbooks bookkeeping invoicing; freshdesk ticketing helpdesk; friction lubrication tribology
bearings; fridge appliances; frog pond; frontdesk hotel reception; frontend ui react angular javascript vue typescript; frost antifreeze heating;
froze heating plumbing antifreeze freezer; frozen refrigeration cold; frtb banking; fruit horticulture; fry fryer catering kitchen; fryer catering fry
kitchen; fsc forestry timber; fsm technicians; fssc food haccp; ftir spectroscopy infrared; ftl truckload freight; fto patent; ftp file; ftth fibre
broadband optics; fttx fibre broadband; fudge confectionery chocolate; fuel oil; fuelcell hydrogen; fujitsu server hardware; fulfilment warehousing
ecommerce; fullstack frontend backend; fume extraction ventilation cupboard filtration; fumigation pest; fun entertainment teambuilding; funding
investment capital fundraising; fundraising charity donor; funeral cremation mortuary; funfair ride amusement; fungicide pesticides crop; fungus
mycology; funicular ropeway cableway; funniest comedian entertainment; fur furrier textile grooming; furnace kiln refractory heating foundry;
furniture carpentry cabinetry seating cabinet; furrier fur; furry grooming pet veterinary; fuse electrician circuit wiring; fuselage aircraft
aerostructures; futon mattresses; fuzzing security testing vulnerability; fx forex currency; ga4 analytics; gaap accounting reporting audit; gabion
retaining erosion; gable roofing; gait biomechanics; galaxy astronomy; gallbladder surgery; gallery artist; galvanizing zinc plating electroplating;
game unity gameplay gamification unreal 3d butchery; gamedev game; gameengine unity unreal; gamer game; gamification elearning game play learn;
gamified gamification; gamp validation gxp pharma; gang security patrol; gantry crane; gantt scheduling; ganttchart scheduling; gap sealing sealant;
garage mechanic automotive doors mot vehicle servicing; garbage refuse bins recycling rubbish disposal; garble encoding transcription unicode
translation; gardening horticulture plant; garlic spices; garments apparel; garnishment collection; gas boiler heating lpg; gases oxygen nitrogen
argon welding; gasification syngas biomass; gasoline fuel petrol; gasp asthma respiratory; gastroenterologist gastroenterology; gastroenterology
endoscopy; gastronomy catering; gastronorm catering kitchen; gastroscopy gastroenterology endoscopy; gates fencing access automation; gateway api iot
payments router; gatling load testing; gauges metrology; gay lgbt; gcc compiler embedded; gcms chromatography spectrometry; gcp clinic google cloud;
gcse school tutoring; gdp pharmaceutical cold; gdpr dpo protection; gds travel booking; gear machining; gearbox drives; gearmotor drives gearbox;
geiger radiation; gelatin collagen; gelato icecream; gelcoat composite resin; gem gemstones jewellery; gema copyright music; gemba lean kaizen;
gemologist gemstones; gemstones jewellery diamonds gem; genai ai llm; gender diversity inclusion equality; gene sequencing biotech; genealogy
ancestry; generator diesel; genesys contact omnichannel; genetec cctv surveillance; genetic dna genomics sequencing; geneticist genetic; genset
diesel; genuine authentication verification; geocaching outdoor; geocoding gis address geospatial; geodesy surveying geodetic gnss; geodetic surveying
gnss; geofencing gps tracking; geographical gis geospatial; geography gis mapping; geolocation gps gis; geologist geology; geology drilling explore
geophysics; geomarketing gis; geomembrane lining geosynthetics landfill; geometry cad alignment surveying mathematics; geophysics seismic geology;
georadar geophysics radar; geoserver gis; geospatial mapping gis; geosynthetics geotextile geomembrane; geotech geotechnical; geotechnical soil
borehole foundation; geotextile geosynthetics erosion; gerber pcb; germs disinfection; ghee dairy; ghg emissions carbon; ghostwriting copywriting; ghs
chemical labels; gift hamper promotional merchandise; giftbox gift packaging; giftcard loyalty vouchers card gift; giftwrap gift wrap; gig concert
band musician music entertainment; gilder gilding; gilding restoration; gilt gilding; gimbal video film; gin distillery spirits; ginger spices; girder
steel bridge; girlfriend jewellery wedding; giro banking payments; gis geospatial geographical esri arcgis qgis cartography; git devops gitlab github;
github git devops repository; gitlab git devops; gitops kubernetes devops; giveaway promotional gift merchandise; gke kubernetes gcp google; glamping
camping tents; glass windows tempered laminate; glassblowing glass glassware; glassfibre grp composite; glasshouse greenhouse horticulture; glassware
glass laboratory tableware; glaucoma ophthalmology; glazier glazing; glazing glazier windows; globalgap agricultural farm produce; glossy printing
brochure lacquer magazine; glovebox isolators inert; glover gloves; gloves ppe workwear leather; glow led neon lighting; glp preclinical laboratory;
glpi itsm inventory; glucometer glucose diabetes; glucose diabetes; glue sealant; glulam timber laminate; glusterfs storage; gluten glutenfree;
glutenfree gluten; glycerine soap; glycol antifreeze coolant; glyphosate herbicide; gmail google email; gmat mba exam; gmbh incorporation format;
gmdss maritime radio; gmp pharmaceutical; gnawed rodents pest; gnss gps positioning surveying navigation satellite; goat livestock veterinary cheese;
godot game; goethe german; gofundme fundraising donate; goggles eyewear ppe; golang microservices backend; gold bullion goldsmith jeweller; golden
gilding gold jewellery; goldengate replication oracle; goldfish aquarium fish pond aquatics; goldsmith jewellery gold; golf turf greenkeeper club
golfer; golfer golf; gondola ropeway; goniometer optics; goodbye funeral farewell; google seo ads adwords; gopro video; gospel choir church; gossip
defamation reputation libel; gourmet delicatessen; gout rheumatology; government compliance governmental; governmental author; govtech government
egovernment; gown bridal wedding surgical dressmaker dress alterations; gpo directory windows; gpon fibre ftth broadband optics; gpr radar geophysics;
gps gnss tracking telematics; gpt llm ai openai; gpu nvidia cuda accelerator; grab excavation crane; grabrail mobile; grader earthmoving; gradle java;
graduate internship recruitment university career; grafana monitoring dashboard prometheus; graffiti cleaning coating removals facade pressure;
graffito coating graffiti removals facade; grafting nursery orchard; grain silo agricultural; grammar proofreading editing; grammatical proofreading
grammar copyediting editing; grandfather elderly dementia eldercare seniors; grandma elderly; grandmother elderly homecare seniors caregivers; grandpa
elderly; grandstand bleacher seating; granola cereals; granules plastics pellets; graph visualization visualisation dashboard; graphdb database;
graphene nanomaterials; graphic design logo; graphite carbon electrodes; graphologist handwriting graphology; graphql api; grass mowing turf
landscaping; gratings steel grp; grave headstone gravestones; gravel aggregates; gravestones stonemason stone granite; gravimeter geophysics;
gravitational physics; gravure printing; gray hairdresser colour; graylog logging siem; grc compliance; grease lubrication degreasing; greasy
degreasing cleaning grease oven; green renewable environmental; greengrocer fruit vegetables; greenhouse horticulture glasshouse emissions;
greenkeeper turf golf; greenplum postgresql analytics; greenscreen film; gri sustainability esg; grid electrical distribute; grief bereavement
counselling funeral; grime cleaning; grinder grinding abrasives; grinding milling sharpening abrasives grinder; gripper robot handling; gritting snow
salt; grocery food; groomer dog pet; grooming pet; groovy java; gross payroll; ground earthing geotechnical groundworks lightning foundation;
groundstation satellite antenna; groundwater hydrogeology aquifer borehole; groundworks excavation earthworks foundation; group teambuilding; groupage
ltl freight; groupware collaboration email; groupwise email; grout injection tiling geotechnical; grow horticulture cultivation scales greenhouse;
grown agricultural horticulture farm; growth marketing scales expansion; grp fibreglass composite; grpc api microservices; grundschutz bsi isms; gs1
barcode edi traceability; gsm mobile telecom; gst tax vat; gsuite google workspace; gtfs transit; gtin barcode gs1; guano pigeon cleaning;
guardianship elderly probate; guarding machining safety; guardrail barrier fall roadside; guerrilla marketing campaign; guest catering reception;
guesthouse accommodation; gui ui; guide tour tourism; guidewire insurance; guilty criminal defence solicitor; guinea pet; guitar instruments luthier
string; gullible phishing awareness; gum dental adhesive periodontitis dentist; gun firearms ammunition; gunsmith firearms rifles; gut demolition
gastroenterology microbiome renovation; gutter roofing downpipe roofer; gxp validation pharmaceutical pharma; gymnastics gym; gynaecology
gynaecologist obstetrics; gynecologist gynaecology; gypsum plasterboard drywall; gyroscope inertial navigation; habit hypnotherapy smoke; habitat
ecology; haccp food hygiene; hack cybersecurity forensic incident malware security ethic; hackathon innovation; hacker cybersecurity penetration
pentest forensic security; hadoop spark analytics; haematologist haematology; haemophilia haematology; hail dent roofing insurance; hair salon
haircare stylist; haircut hairdresser barber salon hair; hairdresser salon; hairdye hair; hairloss hair transplant; hairstylist hair salon; hairy
depilation waxing barber grooming hairdresser; hajj pilgrimage; halal muslim slaughter certification; halalfood halal; halcon vision imaging; hall
venue event banquet; halloween costumes; halon suppression extinguishing; ham meat butcher; hamper gift; hamster pet; hana sap database; handbag
leather; handball sports; handbook document hr policy; handcrafted handmade artisan; handheld mobile terminal rugged; handicap access wheelchair;
handicraft crafts handmade; handler forklift warehouse dog; handmade handcrafted handicraft artisan; handrail balustrade; handset telephone telephony;
handwashing hygiene; handwriting graphology ocr forensic recognition; handyman handymen; handymen handyman; hang installation; hangar aircraft;
hangover drip; haproxy linux network; harassment employment compliance; harbour marine; hardback bookbinding printing binding publishing booking;
hardcover bookbinding publishing; hardening quenching cybersecurity tempered nitriding penetration; hardfacing wear welding; hardhat helmet ppe;
hardness softener testing; hardship debt insolvency charity; hardware server electronics tools fasteners; hardwareintheloop hil simulation; hardwood
timber flooring; hardy nursery plant; harm injury compensation safeguarding; harmonics filter; harmony choir music; harness wiring cable; harp
instruments; harpsichord instruments; hart instruments; harvest agricultural; hash cryptography password encryption; hashicorp terraform vault;
hashtag social; hastelloy nickel alloys; hat headwear millinery cap embroidery apparel; hatchery poultry chicks incubator; hatred moderation
discrimination; haulage haulier truck freight; hauler haulage truck; haulier haulage truck; haute couture; havoc recovery; hawala remittance; hay
forage agricultural fodder farm baler; hayfever allergy; hazardous safety chemical hazop; hazmat dangerous; hazop safety; hbbtv tv; hcm hr payroll
personnel workday; hdd storage; hdmi av video cable; hdpe polyethylene plastics; headache neurology physiotherapy physician; headcrash recovery;
headend cable tv; headhunting executive; headless cms api ecommerce; headlight automotive lighting; headline copywriting pr press; headmaster school;
headset audio telephony; headshots photography portrait; headstone gravestones stonemason; health clinic occupational; healthcare medical hospital;
healthy nutrition dietitian diet fitness; heap waste rubbish; hearingaid audiology; hearse funeral coffin; heart cardiologist defibrillator; heartburn
gastroenterology; heater hvac; heating hvac insulation furnace; heatpump heating geothermal; heatsink cooling thermal; heavier crane lifting haulage
hoist; heaviest crane lifting haulage; heavy haulage lifting rigging; hedging derivatives pruning fx landscaping; heel podiatry; heidelberg offset
printing; heidenhain cnc encoding; height rope harness access; heir probate succession genealogy; heirloom antique restoration; helicopter aviation
aerial rotorcraft flight; heliostat solar; helium gases leak; helm kubernetes; helmet ppe safety motorcycle; helpdesk ticketing itsm; helpline
hotline; hemming sewing; hemorrhoids proctology; hemp cannabis; henna tattoo; hens egg; hepa cleanroom filtration; hepatology liver; herbal herbs
phytotherapy; herbarium botanical; herbicide crop; herbs herbal; herd cattle dairy veterinary; heritage restoration historic listed museum; hernia
surgery; herniated spine neurosurgery; heroin addiction detox rehabilitation; heroku cloud hosting; herring fish seafood; hetzner hosting server; hevc
video codec encoding; hexadecimal firmware disassembly; hexavalent chrome; hft trading latency; hgb accounting audit; hiab crane lorry; hibernate
java; hides tannery; hierarchical taxonomy; hifi audio loudspeaker; highavailability cluster failover redundancy; highway asphalt civil paving; hiking
hikers outdoor; hikvision cctv surveillance; hil simulation testing; hilarious comedian comedy entertainment; hinges ironmongery hardware; hip
orthopaedic physiotherapy; hipaa healthcare privacy compliance; hiring rental; histology pathology; historian archive heritage scada history
genealogy; historic heritage conservation restoration; history archive heritage museum; hitrust healthcare compliance security; hiv infectious
virology; hivis workwear reflective; hivisibility workwear; hl7 fhir healthcare interoperability hospital; hlr telecom mobile; hmi scada plc operator
automation; hmrc tax vat; hoa condominium homeowner; hoarder clearance decluttering; hoarding clearance decluttering; hobby crafts; hobs gear; hockey
sports; hog pig livestock roasting; hoist winch; hole drilling plastering coring patching; holiday travel tourism hotel; hologram holographic 3d
counterfeit anticounterfeiting; hololens augmented mixing; home residential domestic household interior caregivers; homeassistant smarthome; homebuyer
mortgage realtor; homecare domiciliary nursing; homeoffice remote vpn teleworking; homeopathy homeopathic; homeowner residential; homepage webdesign;
homestaging stage property; homework tutoring; homogenizer emulsification dairy; homologation automotive; homosexual lgbt; honey beekeeping apiary;
honeycomb composite panels; honeymoon travel; honeypot intrusion detection; honeywell dcs automation; honing machining; honor trophies plaque; hoodie
apparel sweatshirts; hoof farrier; hook crane lifting fish; hooklift waste container; hoover vacuum; hopeless counselling; hops brewing brewery;
hormone endocrinology; hornets pest; horology watchmaking; horoscope astrology; horrific trauma; horse equine veterinary; horseshoe farrier horse;
horticulture plant greenhouse nursery; hoses hydraulic couplings; hosiery sock knitting; hospital healthcare patient; hostel accommodation; hosting
website vps colocation domain; hot cooling aircon hvac temperature boiler; hotel rooms booking; hotelier hotel; hotline helpdesk; hotmelt adhesive;
hotspot wifi wireless wlan; houdini vfx 3d; house builder property construction estate; housecleaning cleaning; household domestic cleaning
appliances; housekeeping cleaning; hp laptop printer server; hpc supercomputing cluster gpu simulation; hpe server storage aruba; hplc chromatography
analytics; hr payroll recruitment; hris hr payroll personnel; hrm hr personnel; hse occupational safety; hsk chinese language; hsm encryption
cryptographic; html css frontend; html5 css javascript; htr handwriting ocr; https ssl certification tls; huawei telecom network mobile; hubspot crm
inbound marketing; huggingface nlp ai llm; hull shipbuilding antifouling; hum acoustic noise electrical vibration; human hr; humanitarian relief aid;
humidity dehumidification dehumidifier hvac hygrometer; humor comedy; hungry catering food restaurant meal delivery takeaway; hunter hunting rifles;
hunting firearms hunter; hurricane disaster shutters restoration; hurry express courier; hurt injury physiotherapy compensation accident; husband
divorce family matrimonial marriage; husbandry livestock cattle; hut cabin carpentry timber shed; hvac heating cooling ductwork chiller; hvdc
transmission convert; hvof coating spray; hyaluronic aesthetic skincare cosmetics; hybridcloud hybrid cloud multicloud; hybris sap ecommerce; hydrants
firefighting; hydraulic cylinder fluid pumps; hydrocyclone separation mining; hydroelectric turbines; hydroforming form; hydrogen electrolyser
catalysts fuel gas; hydrogeology groundwater aquifer; hydrographic bathymetric surveying; hydrography hydrographic surveying; hydrology flood;
hydrometallurgy leach metal; hydroponics horticulture; hydrostatic pressure testing; hygiene sanitary; hygienist dental hygiene; hygrometer humidity;
hyperconverged nutanix virtualization storage; hyperion oracle consolidation; hyperledger blockchain; hypermesh fem simulation; hyperscaler aws azure
gcp cloud; hyperspectral imaging spectral; hypertension cardiology blood; hyperv virtualization hypervisor microsoft; hypervisor virtualization
vmware; hyphen typesetting proofreading; hypnosis hypnotherapy; hypnotherapy hypnosis; hypothesis statistics; i18n internationalization; i2c embedded;
iaas cloud hosting; iac terraform automation ansible cloudformation; iam identity authentication okta keycloak sailpoint sso mfa; iar embedded
compiler; iata travel; iatf automotive; iatf16949 automotive; iban banking payments; ibc container drums; ibm mainframe watson; ibp sap; icao
aviation; ice deicing refrigeration cream; icebreaker teambuilding; icecream gelato; icinga monitoring nagios; icon ui logo design graphic; icr ocr
recognition; ics scada; icu intensive ventilation; idcard card printer badge; idd insurance; ide programming; ideation innovation brainstorming;
identification biometric id verification rfid kyc; identity iam biometric branding; idiom translation language; idoc sap edi; idp document ocr
capture; iec104 scada telecontrol; iec60601 medical electrical; iec60870 substation telecontrol; iec61131 plc; iec61439 switchboard panels; iec61508
safety functional sil; iec61511 functional safety; iec61850 substation; iec62061 machinery safety; iec62304 medical; iec62443 security industrial ot;
iec82079 document; iecex explosives hazardous; ielts english language; ifc bim; ifrs accounting reporting audit; ifs erp food haccp; iga identity;
igaming casino betting; igbt semiconductor inverter; igel thinclient vdi; ignition spark; iiot iot; iis windows; ikea furniture; ilias lms elearning;
ill medical doctor clinic nursing treatment; illegal lawyer compliance criminal; illiteracy literacy; illiterate literacy read tutoring; illusion
magician entertainment; imac apple macos desktop; imagery satellite aerial; imaging photography photo retouching; imam mosque islamic; imax cinema;
imbalance vibration physiotherapy; imdg dangerous hazardous; immersive vr augmented; immigration refugee relocation citizenship residency; immo
estate; immoral ethic; immunoassay elisa antibodies diagnostics; immunology antibodies; immunotherapy oncology immune; imo shipping maritime; impair
disability access; impeller pumps centrifuge; impersonation phishing fraud identity; imperva waf database; implantology dental implants; implants
orthopaedic dental; implement deployment rollout integration; impregnation timber; imprison criminal attorney solicitor; imsi mobile sim; inaccessible
access wcag rope; inaccuracy calibration proofreading; inaccurate calibration cleansing audit; inbound hubspot; incense fragrance; incentive loyalty
motivation rewards; inci cosmetics; incident forensic response soc investigation; incinerator thermal; inclinometer geotechnical monitoring; inclusion
access disability; income tax accounting; incompatible integration migration interoperability; inconel nickel alloys; incontinence continence diapers
urology; incorporation format notary registration; incoterms export; incubator laboratory hatchery startup accelerator neonatal; indebted debt
insolvency counselling; indemnity insurance; indesign layout typesetting publishing graphic; index database elasticsearch; indictment criminal defence
barrister attorney; indoornavigation indoor positioning; induction onboarding heating hobs; inefficient lean automation optimization optimisation;
inequality pay equality; inergen suppression extinguishing; inertial navigation gyroscope; inexperienced training trainee; infant childcare paediatric
nursery; infect malware antivirus disinfection infectious ransomware; infectious infect; infertility ivf fertility; infestation pest extermination
fumigation; infidelity detection investigation; infighting mediation coaching; infineon semiconductor; infiniband hpc network; inflation financial
investment; influencer marketing creators lobbying; influenza vaccines; influxdb timeseries database monitoring; infographic illustration
visualization; infor erp; informatica etl integration mdm; informix database ibm; infosec cybersecurity security; infotainment automotive hmi;
infrared thermography; infrastructure civil cloud server devops kubernetes; infringement trademark patent copyright intellectual; ingredients food
flavours nutrition; inheritance probate succession wills notary; inhibit corrosion; injectors diesel fuel; injure compensation injury accident medical
claims physiotherapy; injury claims compensation physiotherapy solicitor attorney lawyer; injustice lawyer litigation attorney; ink printing inkjet
tattoo; inkjet printing ink; inn guesthouse accommodation; innkeeper guesthouse; innosuisse innovation funding; innovaphone voip pbx telephony; inox
stainless steel; inpatient hospital; inquiry investigation detection; insane psychiatry psychiatric; insect entomology extermination fumigation;
insecticide insect; insecure vulnerability cybersecurity penetration security hardening; insemination breeding semen; insoles orthopaedic orthotics;
insolvency restructuring turnaround; insomnia sleep; inspection surveyor ndt audit testing; inspire speaker; instagram social influencer marketing;
installation fitness fitters contractor; instruct training solicitor; instruments calibration sensor transmitter; insulation thermal lagging minerals;
insult defamation; insurance broker liability; insurtech underwriting; intake admission air filter; intel processor cpu; intellectual patent trademark
copyright ip; intellij java kotlin; intensive ventilation; interbus fieldbus; intercom communications doorbell; interest loan mortgage; interface ux
ui usability; interfere emc; interferometer laser optics metrology; interior furniture; interlocking railway signalling; intermittent troubleshooting
diagnostics fault connectivity; intermodal rail container; internet broadband isp connectivity; internship student; interoperability integration;
interpreting simultaneous consecutive; interrupt ups outage uninterruptible; intersection traffic; intervene mediation crisis; interview recruitment
candidate transcription; intralogistics conveyor agv warehouse; intranet sharepoint collaboration wiki yammer; intruder alarm; intrusion alarm
detection; intumescent fireproofing firestopping; intune mdm endpoint microsoft; invade pest; invasion pest knotweed burglary; invention prototype
inventor; inventor prototype invention trademark; inventory stocktaking warehouse; inverse inverter; inverter drives solar frequency photovoltaic;
investigation detection forensic surveillance; investment wealth funding asset financial; investor fundraising; invisalign orthodontics alignment;
invisible seo; invite stationery rsvp event; invoicing accounting; ioc threat malware; ion battery spectrometry; ionos hosting domain; ios iphone
apple mobile swift app; iosh safety; ioss vat ecommerce; iot connectivity m2m mqtt lorawan embedded; ip65 waterproofing; ip67 rugged waterproofing
enclosure; ip69k hygiene; ipaas integration api; ipad tablets apple ios; ipam network dns; ipc panels; iphone apple ios smartphone mobile; ipl
depilation; ipo underwriting capital; ippbx pbx voip telephony; ipr intellectual patent; ipsec vpn encryption network; iptv streaming television tv
video; ipv6 network internet; ira retire; iridium precious; iron foundry blacksmith metal wrought casting; ironmonger ironmongery hardware;
ironmongery hinges hardware locks; ironwork blacksmith wrought; irrigation drip; irritate dermatology allergy; irs tax; isa88 automation; isa95 mes
erp; isae audit assurance; isbn publishing booking; iscsi storage san; isdn telephony voip pbx; iseries as400 ibm rpg; islamic halal muslim; island
ferry kitchen; isms 27001 iso27001 security tisax nis2 bsi; iso10993 biocompatibility; iso12100 machinery; iso13485 medical device; iso13849 machinery
safety; iso14001 environmental; iso14064 emissions carbon; iso14067 carbon footprint; iso14644 cleanroom; iso14971 medical; iso15085 welding; iso15189
medical laboratory; iso17025 calibration laboratory; iso17100 translation; iso20000 itsm itil; iso20022 payments banking; iso21434 automotive
cybersecurity; iso22000 food; iso22301 continuity bcm; iso26262 automotive safety functional; iso27001 security isms 27001 certification; iso27002
isms 27001 security; iso27017 cloud security 27001; iso27701 privacy 27001; iso3834 welding; iso42001 ai; iso45001 safety occupational; iso50001
energy; iso9001 certification; iso9606 welding welder; isolators insulation vibration aseptic; isopropanol solvents disinfection; isp internet
broadband; ispm pallets; ispm15 pallets; istio kubernetes microservices mesh; istqb testing qa; itad disposal erasure recycling decommissioning; itar
defense export; itil itsm; itinerary travel; itsecurity cybersecurity security; itsm itil servicenow ticketing helpdesk cmdb; itu telecom; ivd
diagnostics; ivdr diagnostics; ivf fertility; ivr call telephony voice; j2ee java jee; jack lifting hydraulic; jacket garments workwear tailoring
textile apparel; jackpot lottery casino; jacquard weaving; jacuzzi whirlpool spa; jaggaer procurement; jail criminal bail defence attorney; jakarta
java jee; jamf apple mdm macos; jammer rf; jams preservation; janitor janitorial; janitorial cleaning hygiene; jargon plain copywriting; jaspersoft
reporting bi; java spring jee j2ee kotlin jakarta hibernate; javascript typescript react angular vue; jazz band concert; jboss java redhat; jcl
mainframe; jde erp oracle; jdedwards erp oracle; jealous couplings therapy counselling; jeans denim garments apparel; jedox bi; jee java j2ee; jelly
confectionery gelatin; jenkins devops automation; jerk actuators gearbox transmission; jerrycan container; jerseys sportswear; jetlag travel; jetson
nvidia embedded ai; jetting aviation drain aircraft charter sewer cleaning turbines; jetty marine piling; jeweller goldsmith; jewellery goldsmith;
jewelry gold jeweller; jewish kosher; jfrog devops artifactory; jigs fixtures tools; jingle audio radio music; jira atlassian agile; jit logistics;
jitsi videoconferencing; jitter voip; jlpt japanese language; jmeter load testing; job recruitment staffing; jobless unemployed employment
reintegration; jobseeker employment career job; join joinery; joiner joinery carpentry; joinery carpentry woodwork joiner cabinet; joint orthopaedic
sealant sealing physiotherapy; joist timber framing; joke comedian comedy; joomla cms website php; journalism publishing editing scholarly academic
journalist editorial; journalist journalism media editorial newsroom pr; journey transport; journeyman apprenticeship vocational; jquery javascript
html css; json api; jtag boundary embedded debugging; jubilee anniversary; judge judicial litigation arbitration; judgment enforce litigation bailiff
court; judicial court; judo martial; juggler circus entertainment; juice beverage fruit bottling press pasteurisation; junction road wiring traffic;
jungle expedition gardening overgrown safari landscaping; juniper network router switch; junit java testing; junk clearance removals waste rubbish
disposal; junkmail spam antispam; junkyard scrap; jupyter python; jurist lawyer legal; jury trial litigation attorney; justice legal court law;
justify typesetting; juvenile youth delinquency; k8s kubernetes container orchestral; k9 dog; kafka streaming messaging; kaizen lean; kali pentest;
kanban lean agile replenishment; kaolin clay ceramics; karate martial; karcher cleaning; kaspersky antivirus endpoint; kayak paddle; kebab doner;
keepass password; keeper beekeeping; kegs brewery beer; keil embedded arm; kennel board; keras ai ml; kerb paving; kerberos authentication directory;
kernel driver embedded; ketchup sauce; keto diet nutrition; kettle appliances boiler kitchen; kevlar aramid; key locksmith; keyboard piano laptop
peripheral hardware computer; keycard access; keycloak identity sso authentication; keyholding guarding alarm; keylogger malware spyware; keystroke
keylogger malware endpoint keyboard macro; keyword seo adwords; kfw funding; ki ai artificial; kibana elasticsearch logging dashboard; kicad pcb
electronics; kickstarter crowdfunding; kid childcare nursery; kidnap ransom bodyguard security investigation; kidney dialysis nephrology; kill pest
extermination; killchain threat; killer pest; kiln furnace ceramics; kilt tartan; kimball warehouse bi; kindergarten daycare; kindergartner
kindergarten; kiosk terminal; kit assemble uniform packing sportswear; kitchen cabinet worktop cabinetry appliances joinery restaurant; kiwa
certification; klarna payments bnpl; klaviyo email ecommerce; klt crates; klystron accelerator; knee orthopaedic physiotherapy orthopedic joint;
kneepads ppe; knife cutlery sharpening; knight medieval; knime analytics ml; knitting knitwear yarn; knitwear knitting; knives cutlery blades;
knotweed invasion eradication; knowbe4 phishing; knowledgebase wiki; knx automation building smarthome; kofax capture document ocr; kombucha beverage
fermentation; konica printer; kopano groupware email; kosher certification jewish; kotlin android java; kpi dashboard reporting controlling; kraft
paper; kritis infrastructure; kubernetes orchestral devops helm; kuka robot; kvm virtualization hypervisor; kyc aml verification onboarding identity;
kyocera printer copier; l10n translation; lab testing assay analysis; labelprinter labels printer barcode; labels printing sticker; labor employment
staffing workforce; laboratory analytics testing assay sample; labour staffing workforce; labview measurement instruments testing; lace embroidery;
lacemaker lace; lacquer varnish coating; lactation breastfeeding; lactose dairy; lady womenswear fashion; lager brewery beer; lagging insulation
network; lagoon wastewater; lake boat angling dredging fish; lakehouse databricks warehouse; lambda serverless aws; lameness equine veterinary;
laminate composite flooring glass film; lamp luminaires led electrician; lamppost lighting column; lampshade lamp; lan cable switch; land surveying
surveyor plot conveyancing zoning cadastral property; landfill leachate; landingpage website conversion; landline telephony telephone; landlord
tenancy rental conveyancing eviction; landmines demining; landregistry conveyancing cadastral; landsat satellite; landscaping horticulture; landslide
geotechnical slope; lane traffic; langchain llm ai; language interpreting; lanyard harness promotional badge; laptop thinkpad macbook ultrabook
hardware; laravel php; laryngoscope anaesthesia; laser engraving photonics; laserfiche dms document; lashes cargo eyelashes beauty; lasik
ophthalmology; latency network optimization; latex rubber gloves; lathe turning cnc; laugh comedian comedy; laughter entertainment comedy comedian;
launderette laundry; laundering aml kyc; laundromat laundry; laundry laundering; lauterbach debugger embedded; lavatory sanitary plumbing washroom;
law litigation; lawfulinterception telecom surveillance; lawn turf landscaping; lawnmower mowing mower gardening lawn; lawsuit lawyer attorney
dispute; lawtech legal; lawyer litigation; lay flooring paving tiling; layer poultry coating; layoff outplacement redundancy employment restructuring;
layout cad floorplan pcb; lbo buyout acquisition; lbs mobile; lca lifecycle sustainability footprint; lcl seafreight groupage; lcms chromatography
spectrometry; ldap identity authentication; leach hydrometallurgy landfill remediation groundwater mining septic wastewater; leachate landfill
wastewater; leadacid battery; leader coaching; leadership coaching executive; leadgen leads outbound; leads crm sales; leadscrew motion; leadwork
roofing; leaf gutter gardening landscaping arborist; leaflet printing; leak plumbing plumber waterproofing roofing sealing detection; leaky plumber
waterproofing plumbing roofing; lean kaizen manufacturing sigma; learn training course lessons tutoring; lease tenancy; leaseback property; leasehold
property conveyancing; leash dog pet; leather upholstery leatherwork footwear; leathergoods leather; lecture speaker audiovisual auditorium education
seminar; led luminaires display lamp; ledwall led display screen; leed sustainability; leg orthopaedic physiotherapy prosthetics; legacy migration;
legal apostille notary counselling; legaltech legal lawyer; legible ocr handwriting; legionella water disinfection hygiene; legislation regulatory
compliance legal; legitimate verification authentication; lego toy; leisure gym tourism fitness sports; lemon citrus juice; lemonade beverage; lender
lending mortgage; lending credit lender mortgage; lenovo laptop thinkpad server; lens optician camera; lenses optics optician glass camera eyewear;
lentils pulses; lenze drives servo; lesbian lgbt equality fertility; lessons tutoring teaching teacher coaching; lethal safety hazardous toxic;
letsencrypt ssl certification; letterbox mailbox; letterhead stationery printing; lettering signage signs; letterpress printing; lettershop mail
printing; lettuce greenhouse; leukemia oncology haematology; leveldesign game 3d; leveraged lbo buyout; lexmark printer; lexware accounting
bookkeeping; lgpd privacy gdpr; liability insurance lawyer underwriting litigation; liable liability insurance indemnity lawyer; libel defamation
solicitor media; librarian catalogue archive booking; library bookbinding catalogue shelving; licence compliance; licensing compliance permit
intellectual; lid packaging closures; lidar scanning mapping surveying; lie polygraph investigation fraud; lifeboat marine lifesaving; lifecycle lca;
lifeguard rescue swimming; lifejacket lifesaving; liferaft lifesaving marine; lifesaving lifeboat liferaft solas; lifetime fatigue warranty; lifting
rigging forklift slings; lightbox signage; lighthouse navigation; lighting luminaires; lightning earthing arrest conductor; lightspeed pos; likelihood
risk actuarial; limb prosthetics orthopaedic; limescale softener; limewash painting; limo limousine chauffeur; limousine chauffeur; lims laboratory;
lineage catalog; lingerie underwear; linguistic translation; link seo backlinks; link16 tactical defense; linkedin social b2b; linkerd kubernetes;
linode cloud hosting; linoleum flooring vinyl; lintel masonry; linux redhat ubuntu debian administration suse centos; lion zoo; lip cosmetics;
lipedema compressed; liposuction cosmetics; lipstick cosmetics makeup; liquid tank filling insolvency pumps surplus tanker; liquor distillery spirits
beverage alcohol licensing; lisp speech logopedics functional; listed marketplace; listen audiology counselling; listeria microbiology food; lit
lighting; liter tank; literary publishing translation editing; literature publishing translation library; lithiumion battery; lithography
semiconductor; litigation attorney lawyer; litter cleaning sweeping recycling refuse; liturgical church vestments; livechat chatbot chat; liver
hepatology gastroenterology; livestock husbandry; livestreaming streaming video webcast broadcast; llc incorporation format; llm ai gpt chatbot nlp
rag openai mistral; lloyds insurance underwriting; llvm compiler; lms elearning moodle learn scorm; lng liquefied gas; load structural lifting crane;
loadbalancer f5 network scalability; loadcell weighing force sensor; loader excavation earthmoving machinery plant forklift; loadingdock docks load;
loadrunner load testing; loadtest load testing; loan finance; lobbying advocacy foyer; lobbyist lobbying; lobster seafood; locate tracking tracing;
lockers cabinet; lockout locksmith tagout loto; locks doors; locksmith key; locomotive railway rolling; locust pest crop; lodge cabin chalet safari;
log4j vulnerability java; loganalysis logging siem; loggers datalogger temperature; logging timber forestry firewood; logic plc fpga automation; login
sso; logistician logistics; logistics warehousing forwarding; logo design graphic embroidery; logopedist logopaedics speech; loler lifting inspection;
loneliness companionship seniors; lonely companionship befriending counselling homecare; loneworker alarm safety; longwall mining; lookbook fashion;
looker bi google analytics; loom weaving; loophole tax audit lawyer; loose tightening fasteners bolts carpentry; lora lorawan iot sensor; lorawan iot
sensor lora; lorry haulage hgv freight; lose recovery backup; loss adjuster insurance; lost recovery tracing tracking; loto lockout safety tagout;
lotusnotes domino migration; loud acoustic soundproofing; louder loudspeaker amplification audio acoustic amplifier pa; loudest acoustic soundproofing
noise; loudspeaker sound; lover infidelity; lowcode outsystems mendix; loyal loyalty crm; loyalty crm rewards card retention; lpcb fire; lpg propane
gas; lpwan iot lorawan; lte mobile 5g telecom; ltl groupage freight; lto tape backup storage; lua scripting game; lubrication grease; lucene
elasticsearch; luggage airport bag storage porter; lumber sawmill wood; luminaires lighting led lamp; lunch catering canteen restaurant buffet;
lunchtime catering canteen restaurant; lung pulmonology asbestos; lupus rheumatology; luthier violin guitar instruments; lux lighting; luxury premium
bespoke villa yacht; lye soap caustic; lymphedema compressed physiotherapy; lymphoma oncology haematology; lyophilization vials sterile; lyric
songwriting music; m2m iot sim; m365 microsoft office365 teams; m3ua telecom signalling; macbook apple laptop macos; machinelearning ai ml neural
predictive; machinery equipment industrial plant; machinevision camera inspection imaging; machining turning manufacturing; machinist machining cnc;
macos apple mac; magazine editorial printing; magento ecommerce webshop adobe; magic magician entertainment; magician entertainment; maglev rail;
magnesium alloys diecasting; magnetometer geophysics magnets; magnetron microwave sputtering; magnets mri neodymium; maid housekeeping; mail
lettershop courier smtp; mailbox exchange letterbox outlook imap; mailchimp newsletter email marketing; mailroom mail scanning document; mailserver
email hosting; mainboard motherboard hardware; mainframe zos ibm migration; maintain servicing refactoring upkeep; maintenance overhaul facility
inspection; maitre restaurant; maize agricultural grain seed corn crop farm; maker manufacturing; makeup beauty; malaria tropical; male barber
urology; malfunction repair diagnostics troubleshooting fault; malicious malware antivirus cybersecurity; malpractice negligence injury liability;
malt brewing brewery; malware endpoint threat; mammogram mammography radiology; mammography mammogram breast radiology; mandarin chinese language;
mandate compliance regulatory; manege equestrian; manganese metal; mangle laundry textile; manhole sewer drainage; mania psychiatry; manicure nail
pedicure; manicurist manicure nail; manometer pressure gauges; manpower staffing recruitment labour temporary workforce; mansion villa; mantrap
interlocking access; manual technical; manufacturing machining; manure slurry; manuscript publishing editing; mapbox mapping gis; mapinfo gis; mapping
geospatial; margarine oil; margin pricing controlling; mariadb database mysql sql; marina berths; marine shipping naval; marineelectronics radar
navigation vessel; marital divorce family marriage counselling; maritime admiralty; mark engraving labels; marker pen stationery; marketing research;
marketo marketing automation; marketplace amazon; marmalade jams; marpol marine bilge; marquee tents; marquetry veneer; marriage wedding family
matrimonial counselling divorce celebrate; marry wedding bridal celebrate marriage; martech marketing; marten pest; martial karate judo; mascara
cosmetics; mascot costumes; masks ppe; mason masonry stonework bricklaying; masonry brickwork stonework bricklaying; mass weighing scales; massage
masseur physiotherapy; masseur massage; masseuse massage; massnotification alert emergency; mast tower antenna telecom; masterbatch color plastics
pellets; mastering audio; mastitis dairy veterinary; matchmaker dating; mate breeding; materials supply; maternity obstetrics midwife; mathematician
mathematics modelling statistics; mathematics tutoring statistics optimisation; maths tutoring; matlab simulation simulink modelling; matomo analytics
tracking; matrices mathematics numerical; matrimonial divorce; mattermost collaboration chat; matterport tour estate; mattresses sleep; maui .net
xamarin mobile; maven java; maximo asset maintenance ibm; maya 3d; mayonnaise sauce; mayor government; mba university degree; mbbr wastewater biofilm;
mbo buyout acquisition; mbr wastewater membrane; mbse sysml; mcafee antivirus endpoint; mcat exam; mcu microcontroller embedded; mdf fibreboard panels
plywood chipboard; mdg sap mdm; mdm mobile intune jamf airwatch endpoint; mdr detection medical device soc; mdx olap; meal menus nutrition;
mealsonwheels meal; measurement surveying; meat butchery; meatpacking meat; mechanic garage automotive workshop car; mecm endpoint deployment
microsoft; medals trophies; media advertising broadcast digitization; medical healthcare pharmaceutical paramedic pharmacy; medicine pharmacy doctor;
medieval heritage monument restoration castle; meditation mindfulness yoga; medtech medical device; meet videoconferencing venue; megabyte bandwidth
hosting storage; megawatt turbines; meister vocational; melanoma dermatology oncology; melody songwriting composer; melsec plc mitsubishi; melt
foundry furnace smelting; membership association crm gym; membershipcard plastics card; membrane filtration osmosis; memcached cache; meme social;
memoq translation; memory dementia embedded storage; memoryleak debugging; mems sensor semiconductor; mend tailoring alterations; meniscus
orthopaedic; menopause gynaecology hormone; mental psychiatry psychotherapy therapy therapist counselling; menu catering dish printing; menus
restaurant catering; meraki cisco wifi network; merch merchandise promotional; merchandise promotional retail; mercury hazardous asbestos remediation;
merge acquisition consolidation; mergers diligence; merino wool; merry christmas; mes manufacturing production executive oee scada isa95; mesh wiring
fencing; mesothelioma asbestos injury; mess cleaning clearance decluttering janitorial; messaging sms notification; messy cleaning decluttering
clearance organic; metadata catalog; metal welding machining metalworking foundry; metallography metallurgical microscopy; metallurgy metal alloys
metallurgical; metalworking machining steel welding; metasploit pentest; metatrader forex trading; metaverse virtualization vr; metering smart
submetering utility calibration; methane biogas; methanol fuel chemical; metric dashboard kpi analytics reporting monitoring; metro rail transit
railway; metrology calibration; metronome music; mewp aerial; mezzanine steel racking; mfa authentication multifactor identity 2fa fido otp; mfp
printer multifunction copier; mft file; mice pest rodents extermination; microarray genomics; microbe microbiology microbial; microbiologist
microbiology; microbiology laboratory; microblading eyebrows; microbrewery brewery; microchip microcontroller; microcomputer computer embedded
electronics; microcontroller firmware electronics mcu; microcredit microfinance lending; microfilm scanning archive digitization; microfinance
microcredit lending; microgrid renewable; microlearning elearning training; micrometer measurement metrology; micromobility scooters bike; microphone
sound; microplastics water filtration; microprocessor embedded firmware electronics semiconductor cpu processor; microservices container kubernetes
api; microsoft azure windows office365 dynamics sharepoint teams intune; microsoft365 microsoft office365 m365; microstrategy bi analytics;
microtunnelling trenchless tunnel pipejacking; microwave rf appliances kitchen; midday canteen catering lunch; middleware integration esb bus;
midjourney ai imaging; midnight overnight emergency; midwife midwifery; midwifery midwife birth; miele appliances; mifare rfid access; mifid
compliance investment; migraine neurology; migrants refugee asylum; migration cloud visa immigration transit; mikrotik router network; mil1553
avionics; mild steel; mildew damp remediation; mile haulage logistics; mileage fleet telematics vehicle; military defense arm tactical; milk cheese
cow cattle; milkrun logistics; milliner hat headwear; milling cnc grinding flour; millwright machinery; milstd rugged defense; mim powder metallurgy;
mimecast email phishing; minecraft game; minerals ore; minibar hotel; minimalist interior; mining excavation; minio storage s3; minister church
wedding; ministry governmental; mint coin numismatic; miro whiteboard collaboration; mirror glazier glazing; misalignment alignment shaft; miserable
counselling depression psychotherapy therapy; misery counselling therapy; misinterpret interpreting; misled litigation fraud consumer; mispick picking
warehouse; misplace inventory tracking locksmith; misprint printing proofreading; misra embedded; misrepresent fraud litigation; missile defence
military aerospace; mist humidification condensation; mistranslated translation proofreading; misunderstand interpreting translation; misunderstood
translation interpreting; misuse fraud forensic infringement; mitel telephony pbx; mites pest; mitre threat detection siem; mitsubishi plc automation;
mixers mixing blending agitators; mixing blending mixers agitators mastering; mixture blending formulation; ml ai; mlflow mlops ml; mlops ml ai devops
deployment; mls realtor estate; mms messaging sms; moan complaint; mobbing bullying security harassment; mobile ios android; mobileiron mdm mobile;
mockup prototype ux; mod game tuning; modbus fieldbus automation plc; modelica simulation modelling; modelling prototype; modem router broadband
cellular; modernisation legacy migration refactoring; modicon plc schneider; modification retrofit; modify retrofit; modular prefabricated; module
embedded; moisture skincare waterproofing drying; mold remediation tools damp injection moisture; moldy mold remediation; mole pest dermatology;
molecular laboratory pcr biotech biotechnology diagnostics genomics; molecule pharmaceutical; mollie payments; molybdenum alloys metal; mom childcare
maternity elderly; monel nickel alloys; money accounting banking loan; mongodb nosql database; monitoring sensor alert display; monkey zoo primate;
monocle optician; monoclonal antibodies; monocrystalline photovoltaic; monolith microservices; monopile offshore wind; monopoly antitrust competition;
monorail rail; monoxide detector carbon; montecarlo simulation; montessori kindergarten preschool; monument conservation restoration; mooc elearning
course; mood therapy psychiatry depression lighting; moodle elearning lms learn; mooring berths marina marine; mop cleaning janitorial; morale
teambuilding wellbeing; mortar masonry pointing; mortgage lending lender refinancing; mortician funeral; mortuary funeral; mosfet semiconductor;
mosque islamic muslim; mosquito pest fumigation insecticide; moss roofing cleaning; motel accommodation; mother midwife; motherboard hardware chipset
mainboard; moths pest; motion sensor servo graphic; motioncapture 3d; motivation coaching incentive; motor electrical wind gearbox vehicle engine;
motorhome camper campervan; motorsport race; motorway roadside breakdown towing; motto branding; moulding remediation; mouldmaker toolmaking moulding;
mouldy damp remediation mold dehumidification; mount bracket; mountain climbing hiking ski; mourning grief bereavement funeral; mouse pest rodents
ergonomic; mouth dental dentist dentistry; mouthwash oral; mover removals relocation; movie filmmaking; moving removals mover; mowing mower
landscaping; mozzarella cheese dairy; mpi hpc parallel; mpls wan network; mps printing; mqtt iot messaging; mrf recycling; mri radiology; mrna
vaccines; mro maintenance overhaul aircraft; mrp erp production planning; msaccess database microsoft; msca research; msds chemical; msdynamics
dynamics microsoft; msproject scheduling; mssql database microsoft sql; mt940 banking reconciliation; mtbf reliability; muck manure agricultural; mud
excavation drainage cleaning; muda lean kaizen; mudlogging drilling; muesli cereals; muffler silencer exhaust; mug ceramics promotional robbery
printing; mulch bark landscaping; mulesoft integration api; multibody simulation dynamics; multicloud hybrid cloud aws azure; multicopter drone uav;
multifunction printer mfp copier; multilingual translation; multimeter measurement electrical; multispectral drone; multithreading concurrency
parallel; mum maternity; mumble speech; mummy childcare maternity; mundane automation; municipal egovernment; murder criminal homicide; murex trading
banking; muscle fitness physiotherapy massage physio sports; museum conservation heritage curatorial; music recording; musician band concert
entertainment orchestra instruments; muslim halal islamic; mustard condiments; musty damp moulding dehumidification; mvne mvno telecom; mvno mobile
operator telecom; mvp prototype startup; myopia ophthalmology optician optometry; mysql database sql mariadb; mystic astrology; mythology
storytelling; n8n automation integration workflow; n95 masks respirators; nac network authentication security; nace corrosion coating; nacelle wind
turbines; nadcap aerospace; nagios monitoring; nail manicure carpentry salon beauty; nameless naming branding; naming branding; nanny childcare
babysitting; nanocoating nanotechnology; nanofiltration membrane filtration; nanomaterials nanotechnology nanoparticles; nanoparticles nanomaterials;
nanotechnology nanomaterials; napkins tableware; nappies diapers baby hygiene; narrator storytelling voiceover audiobook; narrow access compaction
stairlift; nas storage synology qnap; nastran fem simulation; native translation; nato defence military; nature ecology conservation wildlife
environmental; naturopath homeopathy; naval marine shipbuilding; navigation positioning; navision dynamics microsoft erp; nbr rubber sealing; nda
contract confidential lawyer; ndi broadcast video; ndt nondestructive ultrasonic radiographic; ndvi satellite agricultural; nearshore outsourcing;
nebosh safety; nebulizer inhalation respiratory; neck physiotherapy chiropractic osteopathy massage; necklace jewellery; needle acupuncture sewing
syringe embroidery; neglect safeguarding restoration; negligence malpractice liability injury; negotiate mediation procurement; neighbor boundary
mediation noise; neighborhood community realtor residential local; nema enclosure; neo4j graph database; neobank banking fintech; neodymium magnets;
neon signage signs; neonatal incubator paediatric; neoprene rubber; nephrologist nephrology kidney; nephrology dialysis kidney; ner nlp extraction;
nerve neurology; nervous anxiety counselling therapy psychologist; nessus vulnerability scanning; nest pest wasp; nestjs typescript; netapp storage
nas san; netbackup backup veritas; netflow network monitoring; netlify hosting; netsuite erp oracle; netting fish; network cable wifi; netzero
decarbonisation; neural ai deep learn ml neurology; neurologist neurology; neuropathy neurology; neurosurgeon neurosurgery; neurosurgery brain spine;
neutering veterinary; newborn neonatal baby maternity; newcomer onboarding relocation; newrelic monitoring observability; news journalism newsroom;
newsagent newspaper magazine; newsletter marketing copywriting mailchimp; newspaper printing publishing editorial media; newsroom journalism broadcast
news; nextcloud collaboration cloud; nextjs react javascript; nfc contactless rfid; nfpa fire; nfpa13 sprinkler; nfs storage file; nft blockchain
crypto token; nfv network telecom virtualization; nginx server; ngo nonprofit humanitarian; ngs sequencing genomics; nhs healthcare; nickel metal
alloys; night security guarding; nightclub club; nightmare psychotherapy insomnia; nightwatch guarding; nightwear pyjamas; nih research grant; nimh
battery; nintendo console game; nintex workflow sharepoint; niobium metal; niosh occupational safety; nis2 cybersecurity compliance isms; nist
cybersecurity; nitrate water fertility; nitriding hardening; nitrogen gases cryogenic; nlp language ai; nmr spectroscopy; noc monitoring network; node
nodejs javascript cluster kubernetes; nodejs javascript backend; noise soundproofing decibel silencer insulation; noisy acoustic soundproofing
insulation noise silencer; nokia telecom network mobile; nondestructive ndt testing; nondisclosure confidential contract; nonferrous metal aluminium
copper; nonpayment collection debt; nonprofit charitable ngo; nonrelational nosql database; norton antivirus; nose ent rhinoplasty otolaryngology;
nosql mongodb database cassandra redis couchdb elasticsearch; nostalgia retro vintage; notarize notary; notary notarize apostille; notebook
stationery; notification push sms; notify alert; noun tutoring language; novec suppression extinguishing; novel publishing manuscript author legacy
directory editor booking editing; nox emissions denox; nozzles spray; nps feedback satisfaction; nsf research water food grant; nsx vmware network;
ntp network synchronization; nuclear decommissioning; nuisance odour pest; numb neurology physiotherapy chiropractic; numbest neurology; numeracy
maths; numismatic coin; numpy python scientific; nun convention monastery; nursecall hospital; nursing healthcare homecare staffing; nursinghome
nursing elderly; nutanix hyperconverged virtualization ahv; nutraceuticals supplements; nutrition dietary nutritionist; nutritionist nutrition dietary
dietitian; nuts bolts fasteners screw; nve barcode; nvidia gpu cuda graphic; nvme ssd storage flash; nvr cctv surveillance; nxp semiconductor
microcontroller; nylon polyamide plastics; o365 microsoft office365 m365; oais archive preservation; oar boat row marine; oats cereals grain; oauth
authentication identity api; oauth2 authentication identity api; obd diagnostics vehicle automotive; obd2 vehicle diagnostics; obesity bariatric
nutrition; obey obedience compliance; obituary funeral; obscene moderation; observability logging tracing; obsess therapy psychologist psychotherapy;
obsolescence obsolete legacy spare; obsolete legacy obsolescence migration retrofit modernisation; obstetrics pregnancy gynaecology maternity;
obstruct unblocking drainage drain; occasion catering event; occupational hse; occupy eviction tenancy tenant lease; ocd psychotherapy; ocean marine
maritime freight offshore shipping; ocpp charging ev; ocr document capture; ocs charging billing telecom; octanorm exhibition; octg oilfield casing;
oculus vr; odoo erp openerp; odor deodorization odour scrubber; odour deodorization scrubber; oee mes lean manufacturing; oekotex textile; oenology
wine winery; offboarding hr; offense criminal defence lawyer; offgrid solar battery; office workspace furniture administration; office365 microsoft
m365 sharepoint; offset printing heidelberg; offshore outsourcing subsea marine platform; offsite retreat teambuilding; offspring breeding childcare
family; oidc openid authentication identity; oil refinery heating drilling; oilfield drilling petroleum; oilpainting art restoration; oilseed crushing
oil; ointment cream; okd openshift kubernetes; oki printer; okta identity sso iam; olap analytics bi cube; oligonucleotide oligos synthesis; oligos
primer dna; oltp database; ombudsman complaint mediation; omnichannel ecommerce retail; omron plc automation sensor; onboarding hr; oncologist
oncology cancer; oncology oncologist; onedrive microsoft office365 sharepoint; onion produce; onlineshop ecommerce webshop; onlyoffice collaboration;
onprem datacenter; ontology semantic; onvif surveillance cctv camera; ooh billboard outdoor dooh; opac catalog; opc automation; opcua automation;
openaccess scholarly publishing; openai gpt ai llm; openapi api swagger; openbanking banking psd2 api payments; opencart ecommerce; opencast mining
excavation; opencv vision imaging; opendata portal; openerp odoo erp; openfoam cfd simulation; opengl graphic 3d; openhab smarthome; openid
authentication identity sso; openmp hpc parallel; openpit mining; opensearch elasticsearch; openshift kubernetes redhat container; opensource linux;
openstack cloud virtualization; openstreetmap gis mapping; opentable reservation restaurant; opentelemetry observability monitoring; opentext ecm
document; openvpn vpn; opera theatre singer music classical; ophthalmic ophthalmology eye lenses; ophthalmology eye ophthalmic; opinion polling
surveying; opportunity leads crm; optician eyewear optometry spectacles; optics lenses fibre fiber; optoelectronics photonics led semiconductor;
optometrist optometry; optometry optician eyewear; oracle database; oraclelinux linux; oral dental dentist; oran telecom 5g ran; orange fruit juice
citrus; orbit aerospace space; orchestra musician philharmonic symphony; orchestral music musician orchestra concert; orcid scholarly; ordnance
demining uxo; ore sealing minerals; organist church; orl ent; orphan orphanage; orphanage orphan; orthodontics orthodontist dental alignment;
orthodontist orthodontics dental; orthopaedic implants; orthopedic orthopaedic; orthophoto aerial photogrammetry gis; orthosis orthopaedic orthotics;
orthotics insoles orthopaedic; orthotist orthotics; oscilloscope measurement electronics; osdp access; osha safety occupational; osi network protocol;
osint intelligence threat investigation; osisoft historian; osmosis membrane desalination ro; ospf routing network; oss telecom operator;
osteoarthritis orthopaedic rheumatology; osteopath osteopathy; osteopathy osteopath spine; osteoporosis bone densitometry; ostomy stoma; ota booking
firmware hotel iot; otc pharmaceutical; otdr fibre optics testing; otec ocean; otn optics; otolaryngology ent; otoscope ent; otp authentication token;
otrs ticketing itsm helpdesk; ott streaming video tv; outage ups continuity generator monitoring recovery; outbound telemarketing; outdated legacy
upgrade modernisation migration redesign; outfit fashion; outlook email microsoft; outpatient clinic; outplacement redundancy career coaching;
outsourcing bpo offshore nearshore; outstaffing outsourcing staffing developer; outstanding debt collection invoicing; overalls workwear; overbooked
reservation booking; overclocking game; overcrowded crowd; overdraft credit cashflow; overdue collection debt dunning invoicing; overflow sewer drain
drainage gutter plumber flood plumbing; overgrown mowing gardening landscaping clearance; overhaul refurbishment reconditioned; overhead crane
powerline; overheat cooling thermal; overheating cooling thermal; overindebted debt insolvency; overload electrical scalability capacity structural
burnout; overlong editing; overmoulding injection moulding; overnight accommodation courier express; overpaying procurement; overprice procurement
benchmarking; overpriced benchmarking procurement; overseas relocation export freight shipping; overspending procurement savings; overstock inventory;
overtime payroll timekeeping rota attendance timesheet employment; overweight bariatric obesity nutrition slim dietitian; overwhelm outsourcing ddos;
overworked burnout staffing; overwriting backup recovery; overwritten recovery backup forensic; ovh hosting cloud; owasp security pentest; owe debt
collection insolvency creditor; owncloud cloud; ownership conveyancing title; oximeter pulses oximetry; oxygen gases respiratory medical gas; oyster
shellfish aquaculture; ozg egovernment; ozone disinfection hvac odour water refrigeration; p2p procurement purchasing; paas cloud; pabx telephony pbx
voip; pacemaker cardiology; pacifier baby infant; packaging courier boxes shipping film; packet packaging wireshark; packetloss network; packing
carton removals; packstation parcel lockers; pacs dicom radiology imaging; paddle kayak; paddleboard sup; paediatric pediatric; paediatrician
paediatric; paging pager website communications; paid payroll invoicing; pain physiotherapy analgesic chiropractic osteopathy clinic rehabilitation;
painless dentistry; painter decorating; painting decorating art primer; palace heritage restoration; palladium precious; palletising pallets robot;
palletjack forklift; pallets robot wooden; paloalto firewall security; palpitations cardiology; pam privileged identity; pan cookware kitchen
kitchenware; pandas python; pane glazing; panelpc hmi; panels bodywork switchgear joinery cladding; panic anxiety alarm security therapist
psychotherapy; panicbutton alarm emergency; pant apparel clothing trouser tailoring textile garments; pantograph railway catenary; pantone printing;
paper stationery cellulose packaging papermaker milling shredding; paperback publishing bookbinding printing; papercut printing printer; paperless dms
digitization document archive; papermaker paper pulp; paperwork paperless document; parade event stewarding; paradise holiday travel; paragraph
editing proofreading; paralegal legal lawyer; parallel hpc gpu; paralysis rehabilitation neurology; paramedic ambulance emergency; paranoia psychiatry
psychiatric; paranoid psychiatry psychiatric; paraphrase translation editing; parcellocker lockers parcel; parchment archive restoration; pardot
marketing salesforce automation; parent childcare custody school; parenthesis proofreading; parish church; parking playground barrier anpr; parkinson
neurology; parliament lobbying policy; parquet hardwood; parrot veterinary bird pet; parse xml; part11 validation gxp; part145 mro aircraft; particle
filtration aerosol filter; partition drywall glass plasterboard; party catering entertainment dj; pascal delphi; passenger transport airline bus
coaching taxi; passengerinformation display transit; passepartout framing; passive stainless pickling; passivhaus insulation airtightness energy;
passport immigration consular; password credentials identity mfa security phishing; passwordless fido authentication identity; pasteurizer dairy;
pastor church; pastry confectionery patisserie; patchcord cable fibre; patching vulnerability maintenance security; patent intellectual attorney;
paternity dna custody; path paving gravel landscaping; pathologist pathology; pathology histology pathologist; patient hospital healthcare medical;
patio paving; patisserie pastry bakery confectionery cake; patreon creators crowdfunding; pattern sewing tailoring textile; pavement asphalt kerb;
pavers paving asphalt; paving pavers; paviour paving; pawn pawnbroker; pawnbroker pawn loan; pawnshop pawnbroker; pay invoicing; payables invoicing
accounting; paycheck payroll; payments gateway invoicing psp card acquiring; paypal payments checkout; payroll hr datev; payslip payroll; pbx voip
telephone switchboard; pc hardware; pcb board pcba smt; pcba pcb smt electronics assemble; pcbs contamination; pci payments card compliance psp;
pcidss card payments compliance; pcie fpga hardware; pcr molecular dna; pcs7 siemens dcs automation; pct patent; pda handheld mobile; pdfx prepress
printing; pdm plm cad; pdu racking datacenter; peace mediation; peach orchard; peak load demand; peanut allergens snack; peasant agricultural; peat
substrates horticulture; pectin ingredients; pedal bicycle bike cycling; pedant proofreading copyediting; pedestrian paving traffic urban walkway
footpath accident; pediatric paediatric paediatrician; pediatrician paediatric; pedicure manicure nail podiatry; peek thermoplastic polymer; peeling
painting coating recoating; peering internet isp; peerreview scholarly publishing; pefc forestry timber; pellets feed wood; pen promotional stationery
merchandise; penalty tax compliance; pencil stationery; pendant jewellery; penetration security vulnerability; penetrometer geotechnical soil; pension
seniors elderly; pentest security vulnerability redteam owasp; penthouse apartment; peo payroll hr; peoplecounting count retail sensor; peoplesoft
oracle hr; peppol invoicing edi einvoicing; peptide synthesis; performance entertainment; perfume perfumery; perfumery perfume fragrance; pergola
terrace gardening; perimeter fencing intrusion; periodontist periodontology; periodontitis dental periodontology; peripheral printer usb hardware
keyboard mouse accessories; perishable refrigeration; perl scripting unix; permeability soil membrane; permission planning; permit planning author
architect licensing; perovskite photovoltaic; peroxide disinfection; persecute asylum immigration; personas ux; personio hr payroll; personnel
recruitment payroll staffing; pest extermination fumigation; pestcontrol pest extermination; pesticides fungicide; pet veterinary grooming preforms
vet kennel; petabyte storage; petfood pet; petition citizen; petri microbiology; petrochemical refinery; petrol gasoline; petroleum oilfield; petshop
pet; petsitter pet; pew church; pewter casting; pfas remediation contamination; pfsense firewall; pgp encryption email; pharma drug; pharmacokinetics
clinic bioanalysis; pharmacovigilance drug; pharmacy pharmaceutical medicine dispensing; phd doctor university; phev hybrid; philanthropy foundation
charitable donor; philatelic stamping; phishing cybersecurity email; phobia psychotherapy hypnosis; phone telephony voip; phosphating fertility
pretreatment coating; photo studio portrait retouching; photobook photo printing; photobooth photo booth; photocell sensor; photocopier copier printer
mfp multifunction printing scanning; photodiode optics sensor; photogrammetry surveying drone aerial mapping scanning; photographer studio retouching;
photolithography semiconductor; photonics laser; photoshop graphic imaging retouching; photovoltaic pv; php laravel symfony wordpress drupal typo3
magento; phrase translation; physicist laboratory radiation optics; physio physiotherapy; physiology sports medical physiotherapy ergonomic;
physiotherapist physiotherapy rehabilitation; physiotherapy physiotherapist; pianist piano; piano tuning tuner keyboard; pianomover removals;
pickbylight picking warehouse; pickbyvoice picking warehouse voice; picking harvest logistics; pickling passive stainless; pickpocket theft; picture
photography framing; pictureframe framing; pie bakery pastry');
