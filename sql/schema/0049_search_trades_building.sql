-- Trades that partner search knows, as 0047 says: building, energy, waste, transport, trade.

select search_trade_add('
rooftop panels sunshine pv kilowatt sunlight sma fronius huawei strings > photovoltaic solar inverter; shading hotspots microcracks strings
underperforming panels solar thermography > photovoltaic pv monitoring inverter; hectares farmland agrivoltaics megawatt trackers substation panels >
photovoltaic utility solar epc; panels flats balcony prosumer sharing rooftop landlord kilowatthours > photovoltaic metering tenant solar; windfarm
windmill rotor blades megawatt vestas enercon nordex nacelle > wind turbine repowering; erosion lightning rotor crack nacelle rope tower gearbox >
wind turbine blade inspection; monopile windfarm foundations seabed cable > offshore wind marine; peak powerwall lithium blackout backup kilowatthours
tesla byd lfp > battery storage bess; electrolyser electrolyzer h2 fuelcell green decarbonise stack pem alkaline > hydrogen electrolysis; manure
slurry silage methane maize fermenter substrate farm > biogas anaerobic digestion; woodchips wood logs chips firewood heating sawdust > biomass pellet
boiler; weir millrace river dam penstock francis kaplan pelton fish > hydropower hydroelectric turbine; probe brine heat underground thermal >
geothermal borehole drilling; heatpump gas oil boiler house cosy viessmann vaillant daikin nibe > heating hvac pump; cold furnace lukewarm burner
pilot thermostat freezing gas buderus vaillant > heating boiler plumbing; pipeline neighbourhood substation steam > district heating cogeneration; gas
genset jenbacher electricity heat jacket > chp cogeneration engine; diesel blackout outage backup emergency power caterpillar cummins perkins >
generator genset standby; battery blackout flicker outage brownout eaton apc > ups uninterruptible power; powerplant steam boiler condenser outage
megawatt rotor coal ccgt > power plant turbine overhaul; reactor radioactive dosimeter fuel rods isotope contaminated > nuclear radiation
decommissioning; voltage humming oil kv sf6 breaker > switchgear substation; busbar breaker panel arcflash relay trip schneider abb siemens >
switchgear electrical voltage; pylon powerline insulator grid voltage sagging > transmission overhead; congestion curtailment feeder reinforcement
voltage harmonics flicker > grid studies power electrical; tripping fault arcflash 61850 digsilent etap > protection relay substation; dayahead
intraday imbalance megawatthour electricity batteries megawatts > energy trading balancing market; electricity bill kilowatthour gas prices > energy
procurement tariff; electricity offtake hedging windfarm solar megawatts > ppa renewable energy procurement; kilowatthours consumption bills savings
50001 wasting compressed > energy audit efficiency; heat allocators tenants billing consumption mbus lorawan > metering submetering; dlms gateway
tampering theft > smart metering ami; diesel autonomous cabin hut desert generator > microgrid offgrid solar storage; charger wallbox electric cars
parking plug ocpp type2 ccs > charging ev electromobility; chargers roaming chargepoint tariffs backend emsp cpo driver ocpi > charging ocpp
emobility; smell methane meter regulator lng pressure > gas pipeline leak; cng filling tank bunkering regas methane > lng gas cryogenic; butane
bottles tank cylinder grill camping > lpg propane gas; petrol heating oil kerosene litres tank adblue delivery > fuel diesel lubricants; petrol pumps
filling tank underground > fuel station forecourt dispensers; crude distillation flare cracker shutdown column > refinery petrochemical turnaround;
wellhead rig reservoir downhole casing mud fracking blowout crude > oilfield drilling; corrosion weld crude cathodic leak trench > pipeline pigging
integrity; rust buried tank anodes stray hull pipeline > cathodic corrosion protection; flare methane fugitive optical vocs > ldar emissions leak
detection; co2 scope3 scope1 greenhouse neutrality offset sbti > carbon footprint ghg emissions; csrd esrs taxonomy materiality gri > sustainability
esg reporting; afforestation verra forest footprint co2 > carbon offset credits; ccs sequestration amine flue storage chimney > carbon capture co2;
cbam eua certificates steel aluminium carbon greenhouse > emissions ets verification; cradle footprint ecoinvent declaration carbon packaging > lca
epd lifecycle; streetlights lamps lanterns lampposts dimming poles > lighting street led luminaires; lamps fluorescent lux dali flicker bulbs fixtures
ceiling > lighting led luminaires; stadium pitch glare mast lux > lighting floodlight led; drinking aquifer borehole dry pump spring > drilling
groundwater; chlorine limescale drinking tap softener filter > water treatment filtration; nitrate fluoride arsenic iron manganese drinking hardness
purification > water treatment osmosis filtration; seawater brackish salt drinking brine > desalination osmosis membrane; showers bacteria drinking
stagnation boiler hotels tap temperature > legionella water hygiene; algae chlorine green ph filter whirlpool jacuzzi tiles > pool swimming
filtration; steam hammam stove infrared jacuzzi > sauna spa; nonrevenue burst pressure leakage district logger > leak detection water network; burst
pipe dripping ceiling damp wet puddle hidden moisture > leak detection plumbing; effluent sludge aeration stink clarifier bod cod ammonia > wastewater
sewage treatment; filterpress belt cake flocculant polymer digestate > sludge dewatering centrifuge; trap restaurant fat kitchen clogged effluent >
grease separator wastewater; cesspit cottage emptying soakaway smelly > septic sewage tank; clogged blocked toilet sink gurgling stink roots jetting >
drain sewer cleaning; manhole cctv relining infiltration cracked liner cipp pipes > sewer rehabilitation trenchless; road microtunnelling horizontal
river roadway conduit > trenchless drilling hdd; flooding runoff attenuation soakaway downpour cistern > stormwater drainage rainwater; dike levee
river embankment barrier overflow inundation > flood hydraulic engineering; catchment rainfall flood runoff swmm river hecras > hydrology hydraulic
modelling; reservoir spillway seepage embankment piezometer > dam hydraulic geotechnical; sprinkler drought lawn hose garden watering > irrigation
drip; cavitation impeller seal grundfos ksb wilo submersible booster > pump hydraulic; boreholes pumping monitoring piezometer tracer > hydrogeology
groundwater; tower legionella biofilm blowdown chiller corrosion > cooling water treatment; deaerator scaling feedwater steam demineralised
conductivity > water treatment boiler chemicals; ozone germs chlorine dioxide drinking > disinfection uv water; waterworks hydrants chlorination
reservoir scada > water utility supply; rubbish trash garbage bins dump refuse skip container dumpster > waste collection disposal; paper cardboard
plastics bale glass cans > recycling waste; cardboard bales packaging foil compress > baler compactor waste; copper iron steel aluminium swarf
cuttings shavings > scrap metal recycling; solvents asbestos acids drums barrels chemicals paint toxic residues adr > hazardous waste disposal; ewaste
computers monitors fridges scrap phones > electronic waste recycling weee; laptops harddisks disks drives shredding wiped decommissioned > itad
erasure refurbishment recycling; paper confidential archive folders din66399 > document destruction shredding; lithium cells spent scrap cobalt
blackmass > battery recycling; tires granulate scrap pyrolysis > tyre recycling rubber; granulate pellets regrind polypropylene pet flakes bottles >
plastics recycling; plastics oil tyres waste chemical > pyrolysis recycling; grass leaves kitchen peelings biowaste > composting organic waste;
leftovers kitchen restaurants canteen swill scraps > food waste organic; cooking fryer fat frying gastronomy chips > oil biodiesel collection; needles
syringes clinical infectious hospital sharps blood dental > medical waste disposal; burning flue slag ash residual rdf > incineration waste; dump
methane capping liner tip > landfill leachate waste; rubble debris concrete bricks excavated soil skip aggregate > construction waste recycling
demolition; bulky furniture junk clearout hire rubble > skip container waste; junk hoarder attic deceased estate clearout furniture cellar apartment >
clearance removal house; producer licence takeback deposit lucid > packaging epr compliance recycling; returnable bottles cans crates supermarket
plastic > deposit recycling vending; sensors bins overflowing trucks > waste collection routing; wood broken epal euro crates boxes ispm15 > pallets
wooden packaging; spill groundwater hydrocarbons brownfield tank gasworks oil > remediation soil contaminated; firefighting foam airport drinking
chemicals > pfas remediation groundwater; oil diesel leaked river slick > spill response remediation; chimney dust nox so2 voc > emission measurement
air stack; smell odor stench stink scrubber > odour air biofilter; fumes smoke welding mist cyclone bag particles atex > extraction dust filtration;
scrubber nox desulphurisation catalytic scr electrostatic exhaust vocs rto > flue gas cleaning air; loud decibel barrier traffic silencer > noise
acoustics measurement; pile tremors cracks blasting > vibration monitoring noise; eia permit habitat motorway highway developer > environmental impact
assessment; bats newts birds nesting lizards habitat mitigation > ecology species biodiversity; rewilding meadow offset wetland restoration species >
ecology biodiversity habitat; felling branches stump storm leaning pruning oak crown > tree arborist; forest harvest bark beetle spruce plantation >
forestry timber; hogweed rhizome plants balsam garden roots > invasive knotweed weed vegetation; powerlines tracks verge weeds overgrown > vegetation
clearance mowing; pm10 pollution particulate dispersion sensors exhaust > air monitoring emissions; damp musty spores humidity wall > mould moisture
remediation; basement radioactive gas cellar bedrock lungs becquerel indoor > radon measurement; roof tiles insulation pipe lagging fibres eternit >
asbestos removal survey; pcb lead paint demolition mercury renovation hazardous > asbestos pollutants survey remediation; soil heavy metals boreholes
contamination sampling > environmental laboratory analysis; wastewater sampling lab cod nitrate metals > laboratory water analysis; 14001 emas
register permits sustainability iso14001 > environmental audit compliance; seveso explosion containment scenario chemicals > safety hazop risk; zones
dust solvent ignition hazardous iecex > atex explosion protection; clp svhc datasheet labelling ghs > reach sds chemical regulatory; storm hail
lightning rain wind > weather meteorological forecasting; strike surge rod overvoltage thunderstorm > lightning protection earthing; house build
bungalow villa plot home annexe > construction builder residential; factory hall shed warehouse build shell prefab > construction industrial steel;
turnkey build subcontractors hall shed factory > construction contractor; cast pour slab rebar curing foundation > concrete formwork reinforced; slabs
columns beams hollowcore stairs panels > precast concrete; truck pour screed cubic mixer foundation slab > concrete readymix cement; clinker lime
grinding gypsum plaster quarry limestone > cement kiln; sand crushed stone ballast crusher > quarry aggregates gravel; mesh bending bars stirrups
concrete slab columns cages > rebar reinforcement steel; shuttering falsework props panels peri doka > formwork scaffolding; facade height staging
tubes > scaffolding access; tower heavy tonnes liebherr beam > crane lifting hoisting; cherrypicker scissor boom height ladder > aerial platform
rental access; digger loader bulldozer skidsteer backhoe dumper bobcat komatsu caterpillar > machinery construction excavator; hire rent machines
digger compactor generator tools > rental equipment construction; earthmoving trench foundation pit topsoil grading > excavation earthworks
groundworks; demolish tear wrecking derelict implosion > demolition dismantling; rock detonator quarry bedrock demolition dynamite > blasting drilling
explosives; unexploded bomb wartime grenade > ordnance uxo; sheet anchors bored retaining sheetpiles shaft > piling foundation geotechnical;
subsidence sinking settling cracks tilting leaning sagging > underpinning foundation geotechnical; soil borehole bearing landslide spt slope cpt
subsoil > geotechnical ground investigation; landslide rockfall retaining wall nets erosion gabions > slope stabilisation geotechnical; tbm shotcrete
metro excavation > tunnelling underground; cores holes concrete wall > drilling sawing diamond; brick wall mortar blocks chimney > masonry
bricklaying; stonemason gravestone marble granite sandstone sills tombstone carving > stonemasonry stone; carpenter beams truss rafters roof joists
wooden > carpentry timber; glulam timberframe wooden multistorey hybrid prefab laminated > timber construction clt; loghouse modular kit timberframe
factory > prefabricated house timber; cabins portable classroom site portakabin > container buildings; tiles slates leak shingles gutter thatch storm
> roofing roofer; flat bitumen puddles epdm leaking > roofing waterproofing membrane; gutter downpipe zinc flashing copper dormer chimney > roofing
sheet metal plumbing; skylight dome smoke velux attic > rooflight daylight; greenroof sedum rooftop planted vegetation > green roof; curtain wall
panels rainscreen glass aluminium ventilated > facade cladding; draughty etics cavity foam mineral wool > insulation thermal; spray polyurethane loft
cellulose blown cavity > insulation foam; stucco crumbling walls lime cracks > plastering rendering; plasterboard gypsum stud walls sheets office >
drywall partition ceiling; walls wallpaper peeling repaint brush > painting painter decorating; sandblasting rust graffiti shotblasting bridge >
blasting coating corrosion; sprayed tags vandals wall paint > graffiti removal cleaning; tiler bathroom grout porcelain mosaic cracked > tiling;
shower bathtub toilet washbasin barrierfree renovate taps > bathroom sanitary plumbing; tap dripping toilet cistern pipe faucet leaking > plumbing
plumber; parquet laminate vinyl carpet linoleum creaking > flooring; sanding oak varnish scratched creaking > parquet flooring; tiles fitted stains
rug vinyl > carpet flooring; underfloor anhydrite subfloor cement drying > screed flooring; coating polyurethane forklift hall > flooring resin epoxy;
polished terrazzo grinder matt shiny warehouse dusty > concrete floor grinding; cellar seepage water membrane injection rising > waterproofing damp
basement; moisture dehumidifier wet flood screed soaked burst > drying restoration dehumidification; soot smoke burnt water flooded rebuild >
restoration damage fire; spalling rebar rust carbonation cracks parking balcony chloride > concrete repair rehabilitation; bearing pier span deck
viaduct abutment corrosion > bridge structural civil; steelwork girder beams columns welding hall gantry mezzanine > steel structural; balustrade
handrail gate stairs wrought metal locksmith > metalwork; steps spiral treads wooden handrail > staircase stairs; terrace glazing rusty loggia flat
tenants > balcony construction; wintergarden pergola veranda glass patio > conservatory awning glazing; draughty panes upvc velvet porch windowsill >
windows glazing; pane broken glazier shattered window tempered > glazing glass; hinges wooden entrance panelling oak > doors joinery; sliding
revolving entrance swing handicapped > automatic doors; garage dock shutter hormann > doors gates; shutters awnings glare sunshade venetian curtains >
blinds shading sun; mesh gate boundary posts wire barbed garden > fencing; joiner cabinetmaker wardrobe cupboard builtin > joinery carpentry
furniture; worktop cabinets cupboards countertop fitted > kitchen; marble granite quartz slab worktop > stone countertop; counter store shelves
boutique display > shopfitting interior fitout; partition refurbishment desks meeting acoustic > fitout office interior; desks chairs heightadjustable
swivel seating cabinets backache monitors > furniture office ergonomic; iso5 hepa particles laminar airlock gowning > cleanroom hvac gmp; hoods
benches fumehood cupboards sinks chemists pipettes > laboratory furniture fume; freezer chiller compressor display evaporator supermarket >
refrigeration cooling cold; co2 chiller ice brine > refrigeration ammonia cooling; aircon conditioner cooling hot stuffy split sweat overheating
daikin > hvac conditioning air; stuffy ducts airflow fan co2 draught > ventilation hvac air; ductwork vents dirty grease hood > ventilation duct
cleaning; airhandling ahu vrf fancoil commissioning > hvac chillers; bacnet knx hvac setpoints room > building automation bms; smarthome alexa blinds
thermostat loxone homekit zigbee > smart home automation knx; wiring socket fuse breaker tripping cable switch > electrical electrician installation;
vde installation rcd portable appliances pat > electrical testing inspection; rj45 cat6 patch racks ethernet fibre sockets outlets > cabling
structured network; fiber trenching ducts splicing broadband otdr > fibre ftth civil; escalator floors shaft otis kone schindler > elevator lift;
walkway treads handrail stairs mall > escalator elevator; wheelchair stairs ramp disabled elderly > stairlift accessibility lift; sweep soot flue ash
tiles smoke > chimney fireplace stove; tiled hearth wood burning logs cosy ceramic > stove fireplace; swings slide climbing children > playground
equipment; tennis grass soccer sprinklers lawn > sports turf pitch; terrace lawn hedge patio paving shrubs > landscaping garden; cobblestones pavement
kerb driveway slabs > paving road; potholes resurfacing tarmac bitumen > asphalt road paving; stripes crosswalk thermoplastic paint carpark > marking
road traffic; cones barriers detour excavation lorries > traffic roadworks signage; guardrail crash motorway bollards > road safety barriers;
nameplate letters pylons building plates > signage wayfinding signs; trench excavation conduit cables pipes laying > civil utilities pipelines; marina
jetty quay mooring wharf pier > marine harbour pontoon; silt harbour sediment channel dredger sand > dredging marine; divers hull weir inspection quay
> diving underwater; runway apron taxiway asphalt lighting ils > airport airfield; arena seats tribune spectators fans football roof > stadium
grandstand architecture; marquee hall gazebo warehouse wedding > tents structures; glasshouse tomatoes foil glass > greenhouse horticulture; cowshed
silo farm cattle horses milking > agricultural buildings barn; monument church castle fresco ruin > heritage conservation restoration; stucco gilding
fresco altar painting > conservation restoration heritage; archaeologist excavation bones ruins > archaeological heritage; tender bill bidding boq
estimate takeoff > quantity cost surveying; overrun contractor dispute primavera builder bricks site > construction claims scheduling; site clerk
defects foremen concrete shell builder > construction supervision; snags warranty punchlist contractor cracks > defects construction surveyor; cdm
site accidents scaffold foremen > construction safety coordination; ifc clash archicad navisworks > bim modelling revit; autocad dwg draughtsman
floorplans architects contractor > cad drawings drafting; 3d walkthrough villa apartments brochure > visualization architectural rendering; house
floorplan permit blueprint > architecture architect; clinic ward architect wing beds surgery patients > healthcare architecture hospital; school
kindergarten classrooms daycare gym architect > architecture educational; decorator furnish sofa lobby > interior design; park plaza playground
greenery architect > landscape architecture; zoning district rezoning plaza housing traffic > urban planning masterplan; statics beam wall span
calculation column > structural engineering; earthquake shaking tremor quake collapse masonry > seismic structural retrofit; hvac sanitary electrical
pipes ducts > mep engineering building; passivhaus certificate epc blower insulation > energy efficiency building passive; dgnb green building
ecological > leed breeam certification sustainability; blowerdoor draught thermal leaks heat > thermography airtightness energy; echo reverberation
soundproof footsteps noisy concert absorbers > acoustics sound; daylight glare shading thermal overheating > building physics simulation; wheelchair
ramp disabled barrierfree handicapped > accessibility architecture; zoning submission building architect facade > permit planning architecture;
surveyor plot boundary theodolite parcel stakes land > surveying cadastral geodetic; totalstation rtk staking theodolite benchmark leica > surveying
gnss geodetic; pointcloud lidar asbuilt leica faro scanner > laser scanning 3d surveying; uav orthophoto inspection dji > drone aerial photogrammetry;
bathymetry sonar seabed multibeam harbour > hydrographic survey; arcgis qgis shapefile postgis geodata cadastre > gis geospatial mapping; imagery
sentinel landsat vegetation earth > satellite remote sensing; gpr radar buried cables pipes underground > detection georadar utility survey;
settlement inclinometer cracks tunnel dam > monitoring geotechnical deformation; flat apartment house viewing realtor villa > estate property; house
apartment valuation buyers viewing realtor > estate brokerage property; rent landlord tenants lease flat apartment > tenancy property rental; house
mortgage inheritance divorce flat > valuation appraisal property; communal levies coowners roof stairwell > condominium property; landlord rents
arrears utilities tenants repairs > property rental; relocate headquarters premises sqm tenant rent workspace > office leasing estate; shop mall
premises footfall tenant storefront > retail leasing estate; warehouse hall park lease dock > industrial logistics estate; plot land parcels housing
permit apartments > estate developer; yield portfolio reit fund rental properties > estate investment asset; desk hotdesk shared freelancers meeting
lounge > coworking office; boxes furniture garage moving household > storage selfstorage; holiday cottage chalet airbnb guests > vacation rental
property; dormitory residence rooms campus beds > student housing accommodation; elderly apartments residence > senior housing; flatshare relocation
expat furnished > serviced apartments accommodation; farm farmland hectares acres vineyard pasture > land agricultural estate; building inspection
defects capex cracks > diligence surveying; furniture viewing sofa flat realtor > staging interior; proptech rents ifrs16 landlord > property lease;
tickets rooms helpdesk archibus planon > facility cafm maintenance; janitor handyman repairs building bulbs concierge > facility caretaker
maintenance; buildings outsourcing caretaking janitor cleaning canteen premises > facility fm maintenance; ice salt plough slippery snowfall pavements
shovel frost sidewalks > snow gritting; lawn mowing hedge leaves weeds > grounds gardening maintenance; receptionist visitors desk concierge lobby
phone guests > reception facility; badge checkin kiosk sign lobby receptionist > visitor access; cleaner offices dirty dusty vacuum mop toilets >
cleaning janitorial; glass skyscraper streaks pane > window cleaning facade; wards germs hygiene infection surgery bacteria > hospital cleaning
disinfection; sludge silo jetting boilers residues > industrial cleaning tank; blasting residue moulds grease robots halls > dry ice cleaning; corpse
death blood suicide odour > biohazard cleaning trauma; sofa stains rugs mattress > carpet upholstery cleaning; towels bedsheets uniforms washing hotel
tablecloths > laundry textile linen; uniforms overalls washing coveralls mechanics trousers jackets > workwear textile rental; mats towels soap toilet
paper dryer restroom > washroom hygiene dispensers; disinfectant mops cleaners soap scrubber > cleaning hygiene detergents; sweeper vacuum karcher
robot floor polishing > cleaning machines scrubber; dirty dust soiling washing robot > cleaning solar; rats mice cockroaches bedbugs ants wasps
termites vermin moths > pest control; pigeons gulls droppings spikes nets > bird pest control; woodworm termites beetles fumigation dryrot > timber
pest treatment; containers ispm15 methyl phosphine insects grain > fumigation pest; office pots watering flowers greenery > plants interior greening;
snack drinks beverages espresso beans breakroom > vending coffee; watercooler drinking bottles cooler > water dispensers; parcels letters scanning
franking postage mailbox > mailroom mail; lunch meals cafeteria cook buffet dishes > catering canteen; patrol watchman doorman bouncer > security
guarding; burglar burglary thieves siren > alarm intrusion security; camera recorder footage hikvision axis > cctv surveillance video; plates lpr
licence barrier cameras > anpr parking; badge card keycard turnstile rfid entry fingerprint door > access control; tailgating speedgate gates lobby >
turnstile access; doorbell buzzer entrance ring visitor video apartment > intercom door access; key cylinder masterkey > locksmith locks; strongroom
deposit gold jewellery documents burglar > safes vault security; ram vehicle barrier terror trucks > perimeter security bollards; fence intruder radar
thermal barbed substation > perimeter intrusion detection; centre dispatch lone patrol > alarm monitoring security; vip celebrity threatened
kidnapping executive > protection security bodyguard; shoplifters theft detective tags eas > loss prevention security; cheating surveillance
infidelity unfaithful spouse husband > investigation detective; bugs wiretap eavesdropping sweep > countermeasures tscm; banknotes coins armoured
vault counting > cash transit; concert stewards festival bouncers drunk audience arena visitors > event security crowd; sniffer dogs k9 explosives
patrol > security canine; scanner luggage metal detector magnetometer > screening xray detection; counterdrone jammer uav intrusion airspace > counter
drone detection; bulletproof glass blast panicroom bullets shots > ballistic security; smoke detectors evacuation panel > fire detection alarm;
nozzles deluge vds nfpa extinguishing > sprinkler fire suppression; hydrant hose expired refill foam > extinguishers fire; gas novec inergen server
room fm200 argon > fire suppression extinguishing; fireproofing intumescent coating cable ei90 > firestopping fire passive; firedoor curtains shutters
hinges smoke > fire doors; shevs vents exhaust stairwell hatch skylight > smoke ventilation fire; escape exit routes floor emergency > evacuation
fire; exit luminaires battery > emergency lighting; escape codes permit evacuation sprinklers stairs architect > fire engineering safety; brigade
firetruck hoses helmet pumper > firefighting equipment; forest fires blaze flames water bomber > wildfire firefighting; loudspeaker en54 speakers fire
> evacuation alarm; h2s methane detectors leak alarm sensors > gas detection; accident injuries injured hazards workplace incidents osha >
occupational safety; hazards workstations machines chemicals ladders accidents > occupational safety assessment; 45001 hse incidents nearmiss
accidents injuries hazards workplace iso45001 > ehs safety audit; incidents nearmiss permits sds accidents checklists hazards inspections > ehs safety
software; helmet gloves goggles boots earplugs shoes mask vest > ppe safety protective; harness roof lanyard anchor ladder lifeline > fall protection
height; tagout loto isolation padlock electrical > lockout safety; guarding ce curtain 13849 estop pinch fence > machinery safety; noise dust solvents
measurements vapour > industrial hygiene exposure; tank manhole oxygen rope silo sewer gas asphyxiation > confined rescue safety; backpain workstation
lifting posture exoskeleton > ergonomics occupational; checkups vaccination physician fitness nurse examinations eyesight > occupational medicine
health; panic pendant alarm technicians smartwatch > worker safety; bandage kit resuscitation injury wounds cardiac > aid defibrillator; licence crane
drivers stacker pallet > training forklift operator; evacuation drill extinguishing wardens marshals smoke > fire training safety; ropeaccess abseil
climbers facade tower > rope access height; shelving 15635 bent > racking inspection safety; asbestosis dust silica respirator lungs breathing
asbestos welding > respiratory exposure hygiene; boiler pressure crane tuv inspector > inspection statutory vessel; steps stepladder trestle rungs
aluminium roof height > ladders access; truck lorry pallets haulier trailer > haulage freight road; ltl pallets consignment partload > freight
groupage forwarding; ftl trailers europe haulier trucks > freight truckload road; shipment shipping container cargo incoterms consignment > freight
forwarding; container fcl lcl vessel overseas shanghai port sea bill > ocean freight forwarding; airfreight airway plane iata consolidation > air
freight cargo; swap wagons container trailers alpine > rail intermodal freight; canal river bulk rhine vessel boat shipper > barge inland waterway;
package dhl ups doorstep > parcel courier delivery; documents bike airport van > courier express; doorstep parcels cargobike neighbourhood rider
documents > delivery lastmile courier; pickup packages doorstep > parcel lockers; oversized lift escort bulky loader tonnes > heavy transport haul;
reefer frozen chilled temperature vegetables fish pharma > refrigerated transport cold; vaccine 2to8 insulin medicines temperature logger > pharma gdp
cold logistics; imdg hazmat un lithium hazardous placards > dangerous adr; liquid chemicals milk silo powder > tanker bulk transport; cattle horses
pigs > livestock animal transport; dog cat relocation flight crate > pet transport animal; cars carrier dealership autos > vehicle transport
logistics; bulky sofa washing fridge mattress upstairs carry > delivery twoman furniture; movers boxes piano household > moving removals relocation;
desks archives servers furniture > relocation moving office; machines dismantle factory lathes moving cranes > machinery relocation rigging; artworks
paintings museum crates sculpture fragile exhibition > art transport handling; tradeshow booth onsite brochures fairground > exhibition logistics;
festival tour stage trucks concert > event transport logistics; crates seaworthy wooden machinery overseas corrosion boxes > export packing packaging;
duty declaration tariff broker > clearance brokerage; hscode eori duty codes > tariff classification; bonded exporter forwarder > aeo trade; embargo
dualuse licence screening blacklist russia > export control sanctions; duty excise whisky cigarettes > bonded warehouse; ioss shop crossborder parcels
oss postal webshop > vat; ata export exhibition musicians fairs > carnet; eur1 fta certificates > origin trade; incoterms buyer overseas > trade
export; warehouse pallets store shelves stock > warehousing logistics storage; outsource picking warehouse packing > logistics 3pl fulfillment; shop
parcels shopify returns packing amazon > fulfillment ecommerce logistics; refurbish parcels grading resale > returns reverse logistics; transshipment
hub unloading pallets consignments trailers > crossdocking logistics; stocktaking shelves discrepancies shrinkage > inventory counting; picking bins
putaway scanners pallets > wms warehouse; putaway picking shelves bins pallets hana > ewm sap warehouse; asrs shuttle autostore miniload highbay
retrieval > intralogistics automation warehouse; driverless robots forklift pallets > agv amr intralogistics; belt rollers sorter sortation totes >
conveyor intralogistics; palletising depalletizing boxes > palletizing robotics; pickers headset mispicks shelves barcode > picking warehouse; scanner
handheld zebra labels honeywell datalogic > barcode scanning autoid; antenna uhf epc gates pallets > rfid tags identification; pallet cantilever
mezzanine > racking shelving storage; stacker linde jungheinrich toyota > forklift trucks handling; ramp bay trucks bumper gate > dock loading; gate
trucks waiting queue timeslot > yard dock slot; slotting simulation bottleneck picking throughput racks > intralogistics warehouse planning; dispatch
carriers shipments tendering hauliers routes waybill > tms transport freight; drivers deliveries dispatcher tours optimise > routing optimization;
shipment eta whereabouts trucks containers > tracking visibility logistics; cargo return truck haulier trailers > freight marketplace carriers;
invoices carriers overcharged surcharges tariffs billing > freight audit; demand stockouts overstock forecasting replenishment > supply planning
inventory; bottleneck resilience disruption shortage > supply chain; edifact desadv as2 x12 sales warehouse > edi integration; milkrun kanban jis
conveyor forklift > jit logistics; spareparts depot overnight technicians mechanics > logistics; straps lashing 12195 slipping pallets truck tarpaulin
> cargo; coldchain shock datalogger thaw > logger temperature monitoring; stretch pallet strapping wrapper shrink > packaging wrapping film; crates
kegs totes returnable pallets containers trays bottles > reusable pooling packaging; damaged container wet surveyor sunken > cargo survey marine;
theft damaged stolen fire > insurance cargo marine; boxes retrieve folders paper documents shelves > records archive storage; baggage luggage ramp
checkin loaders suitcase apron > airport ground handling; shuttle airport minibus taxi > passenger transfer transport; buses excursion trip outing >
coach bus; cab driver hailing meter passengers > taxi ride mobility; vip driver airport wedding mercedes pickup > chauffeur limousine; ambulance
wheelchair dialysis nonemergency hospital stretcher disabled > patient transport; carsharing scooter ebike bikeshare bicycles rental > sharing
mobility; timetable bus tram ridership tickets depot drivers > transit transport; validator contactless bus tram vending machines > ticketing fare
transit; jam congestion intersection lights junction > traffic engineering; vignette obu motorway trucks highway box maut > toll transport; car garage
barrier ticket > parking carpark; ebike rack > bicycle bike cycling; commuters cyclists pedestrians traffic parking > mobility planning transport;
vans cars drivers leasing > fleet vehicles; tracker vans whereabouts fuel geofence > telematics gps fleet; tacho driving drivers cards lorry mileage >
tachograph telematics fleet; fuelcard refuel diesel > fuel cards fleet; cars fleet mileage > leasing vehicle; hire van car rent minivan > rental
vehicle; car brakes engine clutch mot garage mechanic gearbox > automotive repair workshop; dent scratch bumper collision hail accident > bodywork
repair paint; windshield chipped cracked adas calibration > windscreen auto glass; tire puncture rims balancing > tyres wheels; slipping clutch dsg
gear oil jerks > transmission gearbox repair; turbo injectors dpf soot egr > diesel engine repair; remap chip horsepower engine software flashing >
tuning ecu; obd fault dashboard ecu engine > vehicle diagnostics; breakdown stranded wrecker broken motorway accident > towing roadside recovery;
oldtimer vintage veteran youngtimer antique carburettor chrome > classic restoration vehicles; dealership cars secondhand audi bmw volkswagen toyota >
dealer automotive; carwash polish wax valeting dirty shampooing scratches > car wash; autoparts spare brake filters exhaust bumper > automotive;
scooter helmet harley ducati moped rider > motorcycle motorbike; campervan rv awning vacation camping > camper caravan motorhome; semitrailer
tarpaulin axle curtain lorry flatbed lowbed chassis > trailer; tipper superstructure crane tailgate flatbed chassis > vehicle bodies truck; shelves
toolbox drawers electricians > vehicle van; ambulance firetruck police rescue superstructure paramedics > vehicles conversion; tractor harvester baler
deere fendt > agricultural machinery; buggy utility shuttle golf airport carts > electric vehicles; overhaul refurbishment seats buses bodywork
corroded > bus repair; armored bulletproof blast vip > armoured vehicles; wheelchair handcontrols driver conversion lift > vehicle disabled; accident
assessor collision crash insurer hail > vehicle appraisal damage; typeapproval unece wltp trailers exhaust brakes > homologation vehicle testing;
selfdriving lidar driverless camera radar robotaxi > autonomous adas automotive; canbus ecu vehicle 26262 firmware > automotive embedded autosar; pack
traction bms cells > battery automotive ev; licence lessons exam truck instructor car > driving training; alcolock breathalyser drunk police interlock
> alcohol driver; dashcam tailgating crashes > telematics video driver; plates deregister cars tax scrapped > vehicle registration; lift brake aligner
garage hoist > workshop equipment automotive; vessel hull drydock ferry tanker > ship shipyard marine; overhaul propeller hull shaft paint > ship
repair drydock; outboard propeller wartsila shaft ship gearbox overhaul cylinder > marine engine propulsion; sailboat sails antifouling mast motorboat
keel > yacht boat marine; sailing catamaran skipper crew mediterranean > yacht charter; architect hull hydrodynamics vessel keel > naval architecture;
imo solas vessel dnv inspection iacs > classification marine survey; imo invasive uv seawater vessel > ballast marine; seafarers captain sailors
officers seaman mates > crewing ship; vlsfo ship tanker oil > bunkering fuel marine; berth pilot crew captain vessels > agency port ship; dry bulk
freight tonnage vessel coal grain > chartering shipbroking; containers ferry roro passengers trailers vessel > shipping liner; unloading cranes quay >
terminal stevedoring port; chandler galley food crew vessel deck > ship chandlery; wreck aground stranded sunk collision vessel > towage salvage tug;
radar ecdis bridge gmdss vessel > marine navigation electronics; vsat starlink onboard crew vessel > satellite maritime connectivity; cabins
passengers liner refit hull restaurant > cruise ship outfitting; lifeboat liferaft lifejacket davit survival > lifesaving marine; slops sludge bilge
marpol tanks oil > marine waste; rope anchor chain winch shackle > mooring rigging; scr scrubber sulphur cii eexi vessel > marine emissions retrofit;
trawler nets aquaculture cages catch sonar boat > fishing vessel; underwater inspection seabed cable pipeline diver robot > rov subsea; reefer leasing
dents shipping damaged > container depot; airplane plane jet boeing airbus hangar > aviation aircraft; overhaul aircraft hangar part145 airplane
engine components airbus > mro aviation airworthiness; easa plane logbook part145 airplane > airworthiness camo aviation; turbofan cfm56 borescope
blades pratt > aero engine mro; spares aog rotables traceability > aircraft aviation; landing gear cockpit displays autopilot > avionics aircraft;
seats galley airline upholstery carpets > cabin aircraft interiors; titanium machining aerostructures fuselage ribs > aerospace as9100; do254 flight
software certification firmware aircraft > avionics aerospace do178; flight executive passengers airplane luxury > charter aviation jet; rotor rescue
winch blades turbine > helicopter aviation; licence simulator atpl cockpit plane lessons > flight training pilot; cockpit pilots aircraft vr >
simulator flight; controllers radar tower atc notam > air traffic navigation; glycol aircraft frost wings ice runway > deicing airport; gse tugs
pushback stairs apron loader > ground airport; jet kerosene refuelling aircraft avgas > aviation fuel; crew rosters fares passengers pilots boarding
route tickets > airline aviation; carbon fibre wing prepreg autoclave > composites aerospace; bvlos sora flights unmanned inspection dji > uav drone
aviation; cubesat orbit payload rocket earth telemetry > space satellite; zeppelin gliders hot sailplane basket sky > aviation balloon; ultrasonic
cracks eddy aircraft composite fatigue turbine > ndt inspection aerospace; locomotive railcar carriages wagons > rolling stock railway; rails sleepers
ballast tamping turnout switches > railway track; interlocking etcs ertms axle balise > signalling railway; pantograph overhead traction substation
wire mast > catenary railway electrification; wheelset axle flat > bogie rolling stock; 50128 50126 interlocking sil cenelec hazard > railway rams
safety; metro subway lightrail passengers overhead streetcar > rail tram urban; leasing tank hopper axle locomotive > wagon rail freight; locomotive
wagons factory buffer loco > shunting rail; barriers gates road accident > railway signalling crossing; displays onboard screens timetable loudspeaker
> passenger railway; grinding measurement ultrasonic cracks wear gauge > rail inspection track; gondola chairlift skilift cabin cable lift > ropeway
cableway; locomotive licence simulator > railway driver training; shop checkout till supermarket > retail store; till cash register receipt fiscal >
pos retail checkout; card contactless visa tap cash pin > payment terminal; esl price tags electronic supermarket > retail labels shelf; queue scan
till cashier > checkout retail kiosk; counting shoppers visitors counter heatmap > retail footfall; planogram shelf assortment supermarket shelves >
merchandising retail; shelf display promoters supermarket fmcg > merchandising retail pos; cardboard shelf supermarket carton > pos displays retail;
shopper branches restaurants > mystery shopping retail; card vouchers rewards shoppers discounts > loyalty retail; giftcards christmas plastic
birthday coupons > gift vouchers; screens shop monitors advertising window > signage digital displays; mannequins hangers clothes racks boutique >
shopfitting retail; competitors repricing discount shelf markdown webshop elasticity > pricing retail; franchisee outlets branches licence shops >
franchise retail; supermarket discounter dairy vegetables > grocery retail food; butcher sausage counter slicer beef pork ham > meat food; bread rolls
buns cakes pastry dough > bakery bakers; bouquet wreath roses wedding funeral > florist flowers; drugstore prescription pills tablets aspirin >
pharmacy medicines; glasses spectacles lenses eyesight eyes > optician optical; jeweller rings gold necklace wedding > jewellery goldsmith; bookshop
novels textbooks paperbacks publishers > books bookselling; puzzles lego children board > toys dolls kids; pens paper folders toner printer notebooks
envelopes > stationery office; clothes dresses jeans boutique > fashion apparel; sneakers boots sole leather heels > footwear shoes; skis tennis
rackets tent hiking bike > sports retail outdoor; sofa beds mattress wardrobe chairs bedroom > furniture retail; screws drill hammer paint nails saws
wood > hardware diy tools; seedlings compost pots shrubs flowers lawn > garden horticulture plants; fridge washing dishwasher oven dryer hob freezer
vacuum > appliances household; phones smartphones tablets televisions consoles > electronics retail; dog cat food kibble aquarium > pet petfood;
vintage bottles cellar grapes vineyard sommelier > wine winery; thrift pawn clothes flea pawnshop > secondhand antiques; heirloom porcelain bids
estate clocks furniture > auction antiques; bidders insolvency machines bankrupt hammer factory > auction surplus; overstock leftover returns pallets
> stock surplus; snacks drinks chocolate coins canteen office > vending machines; butchery abattoir carcass pigs cattle butcher > meat slaughter; bulk
reseller distributor cartons > wholesale distribution; vegetables apples potatoes bananas salad greens > produce wholesale fruit; salmon prawns shrimp
oysters cod > seafood fish wholesale; beer kegs crates soda > beverage wholesale drinks; restaurant ingredients gastronomy frozen chefs hotels
canteens kitchen > foodservice wholesale; beans tea espresso roaster barista grinder > coffee roasting; bio vegan eco vegetables pesticides > organic
food; muslim jewish slaughter certificate meat > halal kosher food; sheets bars coils tubes beams plates > steel wholesale metal; extrusions sheets
bars foil tubes alloy > aluminium metal; planks plywood mdf osb lumber veneer > timber wood wholesale; bricks cement plasterboard insulation mortar >
building materials merchant; plumbing fittings pipes valves taps > sanitary wholesale heating; cables switches sockets luminaires electrician >
electrical wholesale; bolts nuts washers rivets thread anchors > fasteners screws; seals belts chains skf gearbox couplings ball > bearings drive;
drills bits saws makita bosch cordless > tools hardware; solvents acids drums ibc caustic > chemical distribution; resistors chips semiconductors
shortage capacitors pcb > components electronic distribution; boxes bags tape cushioning cardboard parcels shipping > packaging cartons; yarn cotton
rolls cloth sewing knitting > textile fabrics; souvenirs giveaways mugs pens merch > promotional merchandise; vape ecigarettes cigars nicotine pipe
smokers shisha lighter > tobacco cigarettes; perfume skincare lipstick creams shampoo makeup > cosmetics beauty; gloves syringes masks bandages >
medical supplies wholesale; agrochemicals fertiliser pesticide farmers crops > agricultural seeds fertilizer; china alibaba factory guangzhou >
sourcing trading; factory asia inspection > sourcing procurement; grain copper cocoa wheat sugar metals oil > commodity trading; maintenance cparts
vmi > mro industrial supplies; webshop basket cart checkout > ecommerce shop; theme storefront liquid shop webshop store checkout > shopify ecommerce;
adobe commerce hyva checkout shop webshop store > magento ecommerce; plugin shop webshop checkout blog > woocommerce wordpress ecommerce; plugin theme
migration webshop shop store > shopware ecommerce; opencart webshop shop store php checkout > prestashop ecommerce; commercetools composable frontend
hybris shop storefront microservices > commerce headless ecommerce; dealers catalogue punchout wholesaler webshop > b2b ecommerce commerce; fba buybox
asin listings account > amazon marketplace seller; ebay etsy listings zalando kaufland otto > marketplace ecommerce; mirakl sellers multivendor shops
webshop dealers > marketplace commerce platform; catalogue akeneo spreadsheets brochures images > pim catalog; carts checkout basket buyers visitors
shop > ecommerce optimization; shopping listings merchant google roas > ads ecommerce; shop store aliexpress inventory webshop > dropshipping
ecommerce; paypal klarna stripe chargebacks checkout > payment ecommerce gateway; chargebacks fake stolen cards > fraud payment; ratings trustpilot
fake google testimonials > reviews reputation; packshots photographer 360 webshop clothes > photography ecommerce; box renewals churn > subscription
ecommerce; stores branches till shops warehouses > omnichannel retail; shop marketplaces webshop inventory invoices > erp ecommerce integration;
imprint cookie withdrawal shop gdpr returns > ecommerce law; supermarket riders doorstep vegetables shopping fridge > grocery delivery; shop
currencies abroad webshop > crossborder ecommerce; personalisation algolia shoppers shop webshop clothing > ecommerce; chp boiler hospital steam
efficiency > contracting energy; esco savings retrofit lighting boiler buildings investment > contracting energy efficiency; traps condensate valves
autoclave hospital pressure kettle > steam boiler; leaks atlas kaeser pressure pneumatic nozzles > compressed air compressor; exhaust waste exchanger
orc furnace flue > heat recovery; fouling plate shell tubes gaskets corrosion cooling > heat exchanger; bills reactive capacitors harmonics > power
electrical; rtu dispatch substations iec104 telecontrol power utility > scada grid automation; nis2 substations cyberattack scada > ot cybersecurity
utilities; meters tariffs sap isu > utilities billing; ocean turbine waves sea > marine tidal energy; peat lignite pit excavator seams > mining coal;
shaft underground conveyor copper gold excavator > mining ore; leaking wall 4119 fuel > tank cleaning inspection; api650 roof silo crude > tank
storage construction; kiln bricks melting glass crucible > refractory furnace; pipes lagging cladding steam cryogenic > insulation industrial; stack
demolition flue steel > chimney industrial; hot switchboard panels overheated fuse cables > thermography infrared inspection; submarine offshore sea
trench wind connectors > cable laying; underground terminations broken excavator kilovolt > cable fault testing; solar vde4110 inverter wind generator
park > grid certification; sun storage roof shower boiler > solar thermal; brine heatpump cop boiler > heating pump geothermal; tank burner litres
boiler > heating oil; pipes floor screed cold bathroom > heating underfloor; infrared heaters hall panels warehouse workshop church > heating radiant;
ethanol gas chimney flame burner > fireplace stove; balancing valves noisy cold uneven thermostat > heating hydraulic; limescale calcification kettles
laundry boiler > softening water; ion resin deionised ultrapure demineralised hardness > water deionization; bioreactor mbr ultrafiltration fouling >
membrane wastewater; electroplating rinse heavy metals effluent > wastewater industrial evaporator; carwash forecourt interceptor oil petrol grease >
separator wastewater; sewage lifting ragging blocked clogged > pumping wastewater station; gratings rain gutter gully > drainage manhole; geotextile
geogrid membrane pond landfill embankment fabric > geosynthetics liner; algae fish weeds mud water murky carp > pond lake restoration; renaturation
bank meander fish flood creek stream > river restoration hydraulic; erosion beach breakwater seawall cliff dune waves > coastal marine engineering;
tank pumps hoses firefighters > hydrant fire; backflow standpipe fire construction meter > water hydrant; sweeper litter leaves gum road pavements
dirt > sweeping street cleaning; beach plastic ocean bottles cigarette park > litter cleanup; festival cabin construction urinal concert > portable
toilets sanitation; cartridges printers ink > toner recycling; clothes donation rags shoes > textile recycling; waste chips shredded pallets timber
chipboard planks > wood recycling; cullet bottles window jars shards > glass recycling; mattresses foam furniture bulky beds sofa > recycling waste;
catalysts platinum refining gold silver exhaust > precious metals recycling; scrapyard car wreck endoflife > vehicle dismantling scrap; panels
discarded endoflife broken photovoltaic > recycling solar; wind blades discarded fibreglass turbine rotor carbon > recycling composite; scrapping
dismantle vessel scrapyard tanker hull > ship recycling; optical nir eddy magnets plastics conveyor belt > recycling shredder; granulator crusher
hammermill wood tyres blades > shredder shredding recycling; containers bins rubbish recycling paper office > waste audit; ashes bottom gypsum
byproducts furnace incineration > slag residues recycling; thermometers fluorescent lamps tubes bulbs dental > mercury waste recycling; fireworks
flares ammunition gunpowder bombs bullets > explosives disposal; lab leftover reagents bottles acids > chemical waste disposal; remanufacture
upcycling takeback reuse refurbished cradle > circular recycling; bricks salvaged materials madaster > circular construction reuse; gunite pool slope
tunnel spraying wall > shotcrete concrete; sealant silicone gaps facade cracked > joints sealing; silicone mastic leaking facade bathroom window >
sealants joints; resin cracks cellar walls leaking polyurethane > injection waterproofing; capillary rising salts efflorescence basement walls mould >
damp moisture; waterjet bridge rebar water parapet deck > hydrodemolition concrete; tendons strand slab bridge cables beams > prestressing tensioning
concrete; polyethylene pehd electrofusion pipes gas water > pipeline welding pe; gabions drystone garden slope stones > retaining walls landscaping;
grooving rubber plane aircraft asphalt > airport runway; motorway railway wall traffic loud residents > noise barriers; deck ramps garage cracks
carpark chloride > parking coating concrete; bunker civil underground nuclear war > shelter blast; mast antenna foundation 5g > telecom tower
construction; datacentre racks whitespace server cooling megawatt > datacenter construction; resort refurbishment rooms lobby ffe > hotel fitout
interior; restaurant hood stainless fryers stoves dishwasher cooking chef > kitchen commercial; tower clock steeple tolling ringing > church bells
restoration; glassblock atrium dome glass canopy > glazing steel facade; canopy sails roof stadium tent > membrane tensile; wallpaper murals stucco
venetian > decorating painting; carport car roof sectional > garage prefabricated; sheds gazebo wooden cabin backyard > garden timber; attic dormer
stairs rooms > loft roofing; cellar house walls vault garage > basement excavation underpinning; rewiring gut apartment modernise bathroom >
renovation refurbishment; shelves furniture drill lamp curtain > handyman repairs; hail tiles damaged leak broken gutter > roofing storm repair; moss
lichen tiles algae pressure washing dirty > roof cleaning facade; solar parking canopy cars panels > carport photovoltaic; reed straw cottage >
thatching roofing; shingle copper domes standing > roofing metal; subcontractors site foreman tablet builders > construction software; timesheets site
crews concrete foremen > construction software; takeoff bids calculation gaeb > estimating construction; cubes cores compressive slump slab crushing >
concrete testing laboratory; bitumen cores marshall road gravel compaction > asphalt testing laboratory; ray ultrasonic bridge > ndt testing welding;
pda foundation pulse bored concrete > pile testing; facade pedestrian gusts skyscraper balconies > wind engineering; sensors bridge cracks deformation
dam beams > structural monitoring; witness dispute cracks plaster defects > surveyor damage building; wall house damage adjoining excavation >
surveyor building; defects house buying cracks home roof > surveyor building inspection; parcel boundary markers notary land plots > surveying
cadastral; rails gauge clearance alignment measurement > surveying railway; stockpile heap tonnage gravel pit landfill > surveying drone volume; loan
house buying property bank debt > mortgage financing; deed plot house sale apartment > notary property; squatters tenant arrears landlord > eviction
tenancy law; doorman luxury residents lobby apartment parcels > concierge residential; hoa residents condo flats > residential property; deposit
landlord mould rent eviction > tenancy law; tenant utilities consumption > billing heating metering; broker sale resort buyer investor rooms > hotel
estate; drone villa listing tour house apartments > photography estate; matterport 360 apartment house scan panorama > virtual tour 3d; desk hybrid
rooms hotdesking meeting seats > booking workplace; relocation headquarters openplan desks furniture chairs > workplace office interior; lost
masterkey cabinet keybox > key access; smartlock smartphone doors keyless keypad phone > access locks; alarm cannon jeweller burglars shop smoke > fog
security intrusion; panic bank silent robbery cashier > alarm security; vandalism theft copper site tower > surveillance security construction; patrol
drone guard warehouse surveillance > security robotics; checkpoints nfc > guarding patrol; room alarms cameras surveillance cctv > psim security
control; gates antitheft labels beeping shoplifters clothing thieves > eas retail security; chair stairs wheelchair disabled fire elderly > evacuation
safety; lithium cabinet bunker cells extinguish > fire battery storage; flammable cabinet solvents ibc drums chemicals spill > hazardous storage
containment; riser hose reels valve sprinklers > fire hydrant; fryer hood cooking grease restaurant > fire suppression kitchen; road smoke cable
sensors ventilation cars > fire detection tunnel; inerting archive server documents nitrogen > fire prevention oxygen; hotwork welding sparks
construction > fire watch guarding; arson blaze burnt insurance burned > fire investigation forensic; detector smoke sensors nuisance > fire alarm
detection; respirators scba breathing masks compressed > respiratory protection; emergency eyewash splash chemicals acid burns > safety shower;
slippery stairs grip slip ramp wet tiles > antislip safety flooring; pedestrian collision warehouse trucks > safety forklift; toolbox instructions
elearning workers briefing accidents > safety training; psychosocial burnout stress assessment sick > occupational health; crane chains slings
shackles hoist ropes > lifting inspection; winches slings hooks chain > lifting hoist; shielding lead xray dosimetry isotopes hospital radioactive >
radiation protection; mast antenna 5g tower powerline > emf measurement; goggles shielding beam optics eyes > laser safety; heat stress cold hot
workers > occupational hygiene; festival permit crowd audience concert > event safety; emissions trucks lez euro6 electrify > fleet electrification;
etrucks megawatt depot kilowatt lorries > electric trucks charging; depot buses overnight pantograph plug > bus charging electric; truck h2 fuelcell
bus > hydrogen refuelling; cargobike courier delivery cities parcels > cargo bike; glec iso14083 shipments co2 freight truck footprint > logistics
emissions; ecmr cmr paperless waybill consignment > freight transport digital; pod parcel receipt recipient tablet > delivery driver; shortage truck
agency truckers lorry licence > driver staffing; calais uk brexit export > clearance; dutiable antidumping refund tariff overpaid > duty; alcohol emcs
spirits beer tobacco wine > excise; rollcage cart tugger wheels shelves > trolleys intralogistics; milk farms dairy cows > tanker transport; piano
safe movers heavy stairs > moving removals; house carton boxes port pallets > unloading container; unloading stuffing devanning port pallets >
container handling; kitting relabelling displays boxes bottles > copacking packaging; relabel pallets stickers printer barcode > labelling printing;
truck lorry tonnes axle > weighing weighbridge; parcels scanner pallets boxes cartons cubic > dimensioning weighing; freezer frozen meat fish ice >
cold storage warehouse; powder pneumatic flour cement pellets > silo bulk handling; elevator silos drying wheat harvest maize > grain storage; liquids
jetty oil chemicals tanker > tank terminal storage; explosive drums paint chemicals flammable > hazardous warehouse storage; wine spirits whisky duty
> bonded storage; lift carousel kardex modula shelves trays > storage intralogistics; hospital laboratory ward cylinders blood specimens > pneumatic
tube; beds patients ward medicines pharmacy > hospital logistics; convoy army military ammunition soldiers tanks > defence logistics; aid airlift
refugees disaster tents > humanitarian logistics; deepsea port congestion demurrage detention > ocean freight; cabotage drivers tachographs truck
haulier lorry > road transport; maut diesel surcharge truck toll lorry > haulage transport; lorries motorway drivers overnight > truck parking; wash
tanker silo food residues > tank cleaning truck; brakes axle volvo scania daf iveco > truck repair; lift crane cylinder trailer hoses > hydraulic
truck; shock absorbers springs squeaking car wheel > suspension vehicle; muffler catalytic lambda rusty noise > exhaust automotive; alternator battery
jump headlights cranking > automotive electrical; seats torn chairs sofa stitching > upholstery leather; foil lettering car van logo > wrapping
vehicle; rim scratches scuffed bumper dents > repair paint; rustproofing underbody cavity wax rust car chassis > corrosion vehicle; keys car
immobiliser locked transponder > locksmith automotive; stolen car tracker immobiliser theft > gps tracking vehicle; leasing returns fleet cars auction
> remarketing vehicles; racecar rally driver rollcage > motorsport racing; gokart engine children motors > karting motorsport; quad snowmobile offroad
motor > atv powersports; trailer engine outboard berth > boat marina; teak upholstery boat deck varnish > yacht refit; gelcoat osmosis fibreglass hull
> boatbuilding composite; sails mast spar boat yacht sailboat > sailmaking rigging; refrigeration galley ship cabin cooling vessel > marine hvac;
electrician switchboard ship cables vessel generator > marine electrical; hull collision vessel ship > marine insurance; lawyer charterparty cargo
ship vessel charterer > maritime law; crewing maintenance vessels seafarers drydock > ship software maritime; fuel hull fouling bunker > vessel
maritime; barnacles fouling divers vessel propeller > hull cleaning underwater; boat cars ship harbour sea > ferry passenger; submarine frigate
warship navy sonar > naval defence; sar lifeboat coastguard sea drowning helicopter > maritime rescue; lighthouse fairway beacon lights harbour >
buoys navigation marine; drilling rig jacket oil gas sea > offshore platform; quay sts rtg straddle hoist containers > port cranes terminal; navis tos
containers stacking gate vessel > terminal port software; checkin kiosk boarding flight luggage queue > airport passenger; bird strike falcon runway
geese > airport wildlife; taxiway papi runway lamps > airfield lighting; passenger bridge docking aircraft gate jetway > airport boarding; doors
airplane aircraft plane > hangar aviation; stripping livery plane fuselage > aircraft painting; lessor sale airline airplane > aircraft leasing;
teardown airplane scrapped boneyard engines > aircraft dismantling; flight cancelled airline refund > passenger compensation; advertising skydiving
plane tow cessna parachute > aerial flight; arff crash firetruck foam runway > airport firefighting; repatriation evacuation patient hospital jet >
air ambulance; airtaxi vertiport electric takeoff drones > evtol aviation; ultralight glider propeller piston cessna > aircraft aviation; hvac door
seats carriages > rolling stock refurbishment; brake compressor pantograph coupling spare > railway components; warning lookout workers rails >
railway safety track; gsmr radio communication driver > railway telecommunications; elevators shelters passengers roof > station railway; tracks
herbicide embankment weeds trees > vegetation railway; simulation timetable capacity delays bottleneck > railway planning; gauge locomotives tracks
hobby > model railway; steam museum engine coal carriage > heritage railway locomotive; highspeed ballastless slab concrete rails > track railway;
rail airport shuttle guideway > monorail transit; homologation tsi nobo locomotive wagons > railway assessment certification; busstop bench bus tram
waiting > street furniture shelters; benches bins planters bollard park > street furniture; shelter stands bikes racks cycles commuters > bicycle
parking; radar speeding cameras drivers cars > traffic enforcement; vehicles cameras road cars intersection > traffic counting; carpool bus bike car
rideshare > mobility commuting');
