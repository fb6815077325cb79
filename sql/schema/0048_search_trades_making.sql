-- Trades that partner search knows, as 0047 says: what is grown, made, measured and repaired.

select search_trade_add('
wheat barley rye oats maize corn rapeseed harvest crops sowing > arable farming agriculture grain; tubers spuds fries starchy crisps chipping wedges >
potato farm; carrots cabbage onions lettuce leeks cucumbers broccoli beetroot > vegetables growing farm; pears cherries plums peaches apricots > fruit
orchard growing apples; strawberries raspberries blueberries blackberries currants > berries fruit growing; grapes vines grapevines cellar riesling
winemaker pruning bottles > vineyard winery viticulture wine; polytunnel tomatoes peppers seedlings hothouse > greenhouse horticulture glasshouse;
aeroponics aquaponics nutrient lettuce indoor microgreens > hydroponics vertical farming; champignons shiitake oyster mycelium spawn > mushrooms
cultivation; roses tulips bouquets orchids bulbs florist > flowers floriculture nursery; saplings shrubs hedges seedlings perennials potted > nursery
plants trees; sod rolled mowing football pitch golf garden > turf lawn grass; sowing germination hybrids varieties seedlings wheat sunflower planting
soya > seeds breeding; basil mint lavender chamomile sage thyme pharmacy botanical tea > herbs medicinal plants; cbd hop flax cannabinoid fibre thc
marijuana > hemp cannabis cultivation; beer brewery ale lager pellets > hops brewing; cows calves herd mastitis udder > dairy milking cattle; robot
udder teat cows mastitis somatic > milking dairy parlour; bulls steers calves herd beefcattle heifer steaks pasture ox > cattle beef livestock;
piglets sows hogs pork boar swineherd fattening > pig livestock swine; chickens hens broilers turkeys ducks coop > poultry hatchery eggs; hens laying
cartons shells layers omelette barn cage > eggs poultry; lambs wool ewes shearing mutton ram > sheep goats livestock; stud foals stallion mare saddle
riding > equine horses stable; bees beehive hives pollination wax > beekeeping honey apiary; trout salmon carp ponds shrimp fingerlings > aquaculture
fish farming; trawler nets catch cod herring sea > fishing fisheries vessel; oysters mussels clams scallops crustaceans > shellfish aquaculture
seafood; spirulina kelp chlorella phycocyanin agar photobioreactor > algae seaweed microalgae; crickets mealworms larvae flies edible > insect
protein; silage compound concentrate pellets cattle pigs > feed fodder livestock; dog cat kibble treats puppies > pet feed; bedding silage haystack
baler horses lucerne > hay straw bales; fertiliser nitrogen phosphate potash manure urea soil > fertilizer agronomy; fungicide weeds aphids blight
mildew insecticide spraying > pesticides herbicides agrochemicals; humus mulch potting gardening soilless plants raised > compost substrate peat;
nutrients ph sampling fertility nitrogen phosphorus liming acidity > agronomy soil agronomist; combine harvester plough baler seeder harrow cultivator
> tractors agricultural machinery; harvester combine breakdown plough john deere hydraulics > agricultural machinery tractors; satellite ndvi yield
variable > precision agriculture farming; drought watering pivot hosepipe dripper > irrigation drip sprinklers; waterlogged soggy drain water swampy
boggy meadow > drainage ditches; drying elevator moisture bins wheat hopper > silo grain storage; stable stall pens slats cowshed manure slurry > barn
livestock farm; digestate spreading tank spreader lagoon pigs cows > slurry manure agricultural; bio ecological untreated farmers pesticidefree
unsprayed biodynamic demeter > organic farming; spraying multispectral ndvi vineyard hectares > drone agriculture crop; ploughing baling mowing
combine hectares sowing > agricultural contractor harvesting; veterinarian vet sick vaccination cows insemination > veterinary livestock animals;
semen bulls embryos cows heifers artificial > breeding genetics insemination; grants farmers rural ministry > agricultural farm subsidies; woodland
trees felling logging spruce pine > forestry timber forest; forwarder felling skidder thinning > logging forestry harvester; stove beech kindling
fireplace burning chimney > firewood wood logs; sawdust heating stove biomass burner > pellets briquettes wood; chipper brash brushwood boiler >
woodchips biomass chipping; saplings seedlings afforestation trees replant clearcut > reforestation forestry planting; bark beetle dead spruce
windthrow storm > forestry forest; firs nordmann spruces needles > christmas trees nursery; planks beams sawing logs board > sawmill timber sawn
lumber; lumber moisture warping dryer planks humid chamber > kiln timber drying; treated decking fence posts rot > timber impregnation wood; mdf osb
laminate panels board birch sheets > plywood veneer chipboard; beams trusses rafters glued purlins girders laminated > glulam clt timber; croissants
baguette loaves sourdough dough > bakery bread baked; wedding tart cupcakes confectioner birthday > pastry confectionery cakes; crackers gingerbread
shortbread > biscuits cookies wafers confectionery; cocoa truffles bonbons cacao easter nougat > chocolate confectionery pralines; gummies lollipops
jelly caramel lollies licorice bonbons > confectionery candy sweets; sorbet frozen cones waffle dessert sundae > ice cream gelato; mozzarella curd
cheddar rennet gouda feta brie > cheese dairy; yoghurt butter cream kefir whey > dairy milk; ham bacon beef pork butcher steaks > meat sausages
butchery; slaughter carcass cattle pigs butchering lamb stunning hides > slaughterhouse abattoir meat; fillet salmon herring canned fishmonger tuna
mackerel > fish seafood smoked; shrimp prawns crab lobster oysters squid octopus > seafood shellfish fish; vegetables iqf fries pizza berries spinach
freezer deepfrozen > frozen food freezing; canned pickles gherkins jars marmalade > preserves canning jam; smoothie apple pressing cider concentrate >
juice beverages; mayonnaise mustard dressings mayo chutney dip > sauces ketchup condiments; pepper paprika cinnamon curry chilli turmeric cumin >
spices seasoning herbs; grain wheat rye wholemeal semolina bran oats > flour mill; spaghetti ravioli macaroni lasagne tagliatelle gnocchi > pasta
noodles; lentils beans chickpeas > rice pulses food; flakes oats porridge breakfast > cereals muesli granola; almonds peanuts hazelnuts cashews
raisins > nuts dried fruits; crisps popcorn pretzels nachos sticks > snacks chips; sunflower rapeseed pressing margarine > oils olive edible; beet
molasses glucose fructose candy > sugar syrup sweeteners; gluten dextrin potato glucose maize wheat modified thickening > starch food ingredients;
aroma vanilla colouring emulsifier > flavours food ingredients; vegetarian soya meatless soy seitan burgers > vegan plant tofu; coeliac lactosefree
allergens celiac wheat intolerance > gluten food; formula puree toddlers weaning newborn > baby infant nutrition; capsules protein magnesium
probiotics omega collagen zinc > supplements vitamins nutrition; microwave lunchbox soups sandwiches salads > meals convenience food; beans espresso
arabica roaster cappuccino barista robusta > coffee roastery roasting; infusion rooibos camomile mint > tea herbal; lager ale kegs craft pilsner stout
brewer > brewery beer brewing; bottles cellar merlot riesling sparkling > wine winery; vodka whisky gin rum brandy liqueur schnapps > distillery
spirits; mead apple fermented perry orchard pressing > cider beverages; sparkling springwater carbonated > mineral water bottling; lemonade soda cola
energy cans > beverages soft drinks; kefir sauerkraut kimchi probiotic scoby pickled cabbage > fermented kombucha beverages; capping cans kegs canning
lemonade cola > bottling filling beverages; propolis mead beeswax bee comb nectar pollen > honey beekeeping; cultures starter bacteria rennet
sourdough > yeast enzymes fermentation; meat rabbi mosque muslim jewish > halal kosher food; salmonella listeria ifs brc contamination recall > haccp
food safety hygiene; allergens nutritional ingredients shelf life > food labelling laboratory; recipe taste snack ingredients flavour > food
development sensory; supermarket retailer jars snacks ownbrand shelf > private label food; shrinkwrap flowpack map vacuum trays sealing > packaging
food machines; dough mixer proofer bread kneading baguette > bakery equipment ovens; slicer mincer filler sausages smokehouse brine > meat processing
machinery; fermenter kettles brewer craft beer lauter > brewery brewhouse tanks; homogenizer milk separators uht > dairy pasteurization processing;
freezing chiller coldroom ammonia freezer > refrigeration cooling; pit shaft underground gallery miners deposit > mining ore; lignite colliery seam
steam anthracite > coal mining; gold silver copper deposit prospecting assay > mining exploration ore; stone crushed limestone basalt blasting >
quarry aggregates gravel; ballast screed stones pebbles road backfill > gravel sand aggregates; kaolin bentonite bricks pottery ceramic loam > clay
minerals; rocksalt brine gritting icy roads snow > salt deicing; chalk quicklime dolomite mortar flue quarrying > lime limestone; slabs worktops
gravestone slate countertop headstone kitchen > granite marble stone; detonators dynamite rock quarry demolition > blasting explosives; borehole core
samples deposit seismic > drilling geological exploration; jaw sieve conveyor rocks > crushing screening crushers; boring tbm excavation metro mine >
tunneling underground shaft; rig offshore wellhead reservoir barrel pipeline > oil gas drilling petroleum; cobalt graphite nickel rareearth batteries
manganese concentrate > minerals mining lithium; bog moss moor horticulture potting > peat extraction substrate; geologist deposit reserves resource
mapping > geology; flotation smelting leaching ore concentrate > mineral processing beneficiation; dump dam restoration heap > mining tailings
reclamation; mineshaft rescue methane coal firedamp shafts miners collapse > mining ventilation underground; blast furnace billets slabs mill > steel
steelworks rolling; beams bars coils hea ipe > steel metals profiles sheets; 304 316 inox tubes sheets bars > stainless steel; 6082 extruded sheets
alloy alu bar plate > aluminium aluminum profiles; bars busbars tubes wires rods brassware > copper brass bronze nonferrous; inconel hastelloy monel
superalloy grade5 implants aerospace heatresistant > titanium alloys nickel; extruded heatsink die alu > extrusion aluminium profiles; seamless welded
precision hollow steelpipes conduit > tubes pipes steel; steel rods mesh strand nails rope > wire drawing; cable hoist shackle crane > ropes lifting
slings; iron grey ductile ggg40 mould > foundry casting; aluminium zinc zamak magnesium housings > die casting; wax precision turbine lostwax
impellers jewellery steel > casting investment foundry; pattern core moulding iron > foundry sand castings; bells statues sculpture monument sculptor
> foundry bronze casting; coreboxes castings wooden moulding > pattern foundry; drop hammer crankshaft flanges > forging; seamless bearing flange
slewing > forging rings rolled; blanking punches > stamping pressing sheet; drawn cups press sheet pots sinks cans > deep drawing stamping; folding
enclosure cabinet punching brackets > sheet metal bending; plates steel dxf contours > laser cutting sheet; stone glass plates contours rubber foam
titanium water > waterjet cutting; oxyfuel plates slab beams torch > plasma flame cutting; folding edging enclosure angles > bending press brake
sheet; coils handrails bent exhaust > bending tubes pipes; cylinders cones shells pipes > rolling plates bending; welder mig tig seam frame > welding;
cell seams mag torch > welding robotic; electron beam microwelding foil battery housings seam > laser welding; stir aluminium dissimilar copper
batteries plates > friction welding; vacuum carbide joints copper flux > brazing soldering; wps wpqr procedure qualification > welding en1090 iso3834;
weld cracks ultrasonic radiographic porosity > ndt testing; iso9606 exam qualify tig > welding welders qualification inspection; steelwork girders
beams frame trusses en1090 > structural steel; balustrade gates fence handrail wrought > metalwork stairs; iron ornamental gates fences grille >
blacksmith wrought forging; walkways ladders mezzanine scaffolds > gratings platforms steel; storage silo welded > tanks vessels stainless; ped
autoclave exchangers > pressure vessels asme boilers; burner furnace superheater superheated economizer kettle chimney > boilers steam; heatexchanger
tubes plates condenser fouling > exchangers heat; flanges elbows isometrics welded refinery > piping pipelines pipework; ball butterfly actuator
leaking > valves fittings; elbows reducers tees nipple pipe > flanges fittings; centrifugal impeller cavitation leaking sump wastewater drained >
pumps; screw bar leaks dryer > compressors compressed air; chamber suction leak helium > vacuum pumps; orings leaking packing oil shaft > seals
gaskets; ball roller noisy skf needle races squeaking > bearings; teeth pinion cog cogwheel sprocket > gears gearwheels; reducer transmission worm
teeth planetary ratio pinions > gearboxes gears; clutch spindle splines torque flexible > shafts couplings drives; sprockets conveyor vbelt pulley >
chains belts drives; coil leaf compression torsion springy helical suspension > springs; nuts washers rivets threaded m8 studs > fasteners screws
bolts; lathe shafts bushings rotating > turning cnc machining; aluminium prismatic housings steel tolerances > milling cnc machining; tolerance
drawing microns > machining cnc precision; swiss sliding tiny pins bar > turning automatic; ground centerless microns roundness shafts tolerance >
grinding cylindrical; bores cylinders superfinishing mirror > honing lapping; wire sinker sparks hardened erode electrodes carbide > edm erosion;
keyway splines slot hub > broaching machining; gundrilling bores barrels oil moulds > drilling deep hole; shaping teeth bevel tooth > gear hobbing;
bolts rods screws > threads rolling; castings gantry tonnes frame bedplate > boring machining heavy; micro tiny watch medical miniature >
micromachining precision; batch sample drawing > prototypes machining; knurled fittings hexagon bar taps > turned brass; burrs sharp edges tumbling
polishing > deburring vibratory finishing; mirror shiny scratches brushing stainless > polishing grinding; stainless discoloration weldseams tarnish >
electropolishing pickling passivation; rust corrosion fence rusty outdoor > galvanizing hot dip zinc; nickel chrome bath bolts > electroplating
galvanic zinc plating; hard piston rods cylinder bumper > chrome plating chromium; silver connectors tin gilding silverplated > plating gold galvanic;
eloxal colour anodise > anodizing aluminium; burnishing bluing oxide black weapons > phosphating blackening; ral colour curing booth > powder coating;
wet paintshop spraying ral booth primer > painting lacquering coating; cathodic ecoat dip cataphoretic primer rust > cataphoresis ktl coating; rust
shot grit stripping > sandblasting blasting; tin dlc hard wear tools > pvd coating; plasma wear shafts worn wc carbide turbine bearing > spraying
thermal hvof; nonstick sticking pans slippery release > ptfe coating teflon; quenching hrc soft soften gears > hardening heat treatment tempering;
hardness gears carburise > nitriding carburizing hardening; heating coil inductor shafts gears > induction hardening; stress relieving furnace
weldments > annealing heat treatment; powder mim bushings filters iron > sintering metallurgy; inserts drills tungsten milling cutters > carbide
cutting tools; taps reamers cutters endmills inserts > cutting tools drills; blunt dull knives saws blades > sharpening regrinding tools; cutlery
scissors knife razor slicing > knives blades; bandsaw circular teeth sawblade tooth band > saws blades; sandpaper discs belts grit > abrasives
grinding wheels; cutting discs cbn pcd grindstone > diamond abrasives tools; clamping workholding > fixtures jigs gauges; molds cavity plastic >
moulds toolmaking injection; punch dieset > dies toolmaking stamping; damaged flash worn insert cavity > moulds toolroom toolmaking; wrench pliers
hammers screwdrivers spanners > hand tools; drill grinder cordless bosch makita hilti > power tools; lathe milling secondhand grinder > machine tools
cnc; fanuc siemens heidenhain axis servo alarm > cnc machine tools spindle; worn noisy bearings milling > spindle repair; lathe press obsolete
outdated relays > retrofit machine tools overhaul; postprocessor mastercam solidcam nc toolpaths > cam cnc programming; cutting emulsion swarf chips >
coolants lubricants metalworking; hose leaking pressure oil > hydraulics cylinders; burst crimped leaking excavator > hoses hydraulic fittings; valve
cylinder festo smc airtight > pneumatics; oil squeaking > lubricants grease; hinges handles keys latches door knob > locks hardware fittings;
strongbox jewels burglary cash > safes vaults; shelving workbench cabinets > lockers metal furniture; pallets warehouse shelf beams forklift > racking
shelving; crates gitterbox bins stackable > containers pallets; tins drums lids sheet aerosol > cans packaging tinplate; grids fencing welded > wire
mesh baskets; anchors shackles marine hooks > chains lifting; expanded grille holes > perforated sheets; signs serial signage > engraving nameplates
plates; serial datamatrix barcodes qr > marking laser engraving; scrapmetal shavings copper swarf cable > scrap metal recycling; rifle guns pistols
ammo hunting cartridges > firearms ammunition weapons; armored bulletproof vests bullet helmets > ballistic armour defence; rings gold necklace
gemstone earrings diamonds wedding > jewellery goldsmith; clockwork clocks wristwatch dial straps > watches watchmaking; trophies badges pins
commemorative > medals coins minting; guitar piano violin trumpet > instruments musical; dolls games plush puzzles teddy > toys; swings slides outdoor
kindergarten > playground equipment; treadmill dumbbells skis gym > sports equipment fitness; molding granulate shots polypropylene abs > injection
moulding plastics; overmoulding insert 2k soft > injection moulding plastics; canisters blown hollow hdpe jerrycans > blow moulding bottles plastics;
kayaks tanks hollow buoys > rotational moulding plastics; trays blister clamshell > thermoforming vacuum plastics; pvc hoses tubing extruder >
extrusion plastics profiles; stretch shrink ldpe sacks wrap stretchfilm sheeting > film foil polyethylene bags; carrier garbage sacks polythene
plasticbags bin > bags foil polyethylene; styrofoam xps extruded insulation fish > eps polystyrene foam; pu cushions sponge mattress upholstery > foam
polyurethane; vulcanized epdm nbr gaskets mats > rubber elastomer silicone; metal dampers bushings shocks > rubber vibration mounts; liquid baby teats
pacifiers bakeware > silicone lsr moulding; torn splicing rubber ripped > conveyor belts vulcanizing; tires tread rubber truck > tyres retreading;
cfrp prepreg autoclave laminates cfk monocoque > composites carbon fibre; grp resin polyester gelcoat > composites fibreglass laminates; pmma
polycarbonate sheets transparent > acrylic plexiglass plastics; pom pa6 ptfe teflon nylon > plastics machining peek; pigment polymers regranulate
regrind colourant > compounds masterbatch granulate; regrind pet bottles shredded > plastics recycling granulate; sls fdm filament stl > 3d printing;
slm dmls powder titanium > 3d metal printing; pla nozzle fdm prusa > 3d printers filament; vacuum moulds polyurethane vacuumcast > prototyping casting
silicone; scanner stl drawing pointclouds antique > 3d scanning reverse; warpage sink marks filling warping shrinkage > moldflow injection moulding;
degradation dsc ftir brittle plastic > polymer laboratory testing; hotplate joining plasticweld vibration > plastics welding ultrasonic; jars caps
lids tubs > packaging closures plastics; profiles frames sashes > windows doors pvc; solvents acids caustic reagents > chemicals; acetone ethanol
isopropanol thinners > solvents chemicals; sulphuric hydrochloric nitric caustic lye > chemicals acids; bonding epoxy hotmelt gluing > adhesives
sealants glue; lacquer primer pigments > paints coatings varnishes; flexo uv pigments toner cartridge > inks printing; colour dyestuff tint > pigments
dyes; soap washing disinfectant bleach laundry > detergents cleaning; cream shampoo lotion perfume makeup > cosmetics skincare; cpnp assessment inci
formula lotion > cosmetics regulatory; scent essential oils > fragrances perfumes; wicks scented paraffin > candles wax; tablets capsules drug
ointment syrup > pharmaceutical gmp medicines; molecule active substance gmp > synthesis api pharmaceutical; injectables ampoules vials filling >
sterile pharmaceutical aseptic; patients gcp study placebo > clinical trials; particles iso14644 class hepa contamination gowning airlock > cleanroom;
qualification iq oq pq revalidation annex11 csv > gmp validation pharmaceutical; biotech antibodies cells cultures protein > biotechnology bioreactor;
pcr sequencing genes paternity > genetics dna laboratory; virus antibodies immunology cells > biotechnology vaccines; organic milligrams molecule
chemist > synthesis chemistry laboratory; sds hazardous echa sheets pictograms registration > reach chemicals clp; nitrogen argon cylinders co2 helium
> gases industrial oxygen; electrolysis fuelcell h2 electrolyzer > hydrogen electrolysers; petrol heating biodiesel gasoline filling > fuels diesel;
bioethanol hvo rme ethanol > biofuels biodiesel; tar roads roofing tarmac pothole paving > bitumen asphalt; cracker distillation crude naphtha oil
kerosene > refinery petrochemical; engine motor transmission > lubricants oils; zeolite reactor chemical catalysis > catalysts chemistry; rockets
flares newyear sparklers > pyrotechnics fireworks; flocculant biocide legionella antiscalant scaling cooling boiler > water treatment chemicals;
polyester hardener casting > resins epoxy polymers; nanoparticles nanotubes nano coatings > nanotechnology graphene nanomaterials; panes tempered
laminated mirrors window > glass glazing; jars flacons glassworks perfume > glass bottles packaging; glassware tubes blown flasks beakers capillaries
> glass laboratory quartz; fiberglass glassfibre mineralwool wool glasswool batt loft > insulation fibres; alumina zirconia kiln sintered insulators >
ceramics; plates mugs cups pottery bowls > porcelain ceramics tableware; roof clay clinker > bricks tiles ceramics; lining firebrick ladle melting >
refractory furnace; clinker mortar plaster screed cementitious bags > cement concrete; slabs readymix paving kerbs culverts > precast concrete;
stonemason gravestone tombstone monument sculptor > stonemasonry stone; plasterboard drywall partition ceilings gypsumboard > gypsum plaster; mineral
wool rockwool sandwich walls coldroom > insulation panels; carpenter joiner wooden oak stairs > carpentry joinery wood; tables chairs wardrobes
cupboards bespoke > furniture joinery; worktop cupboards fronts drawers > kitchens cabinets furniture; desks workstations ergonomic swivel > furniture
office chairs; armchair cushions reupholster fabric > upholstery upholstered sofas; sleeping pillow slats > mattresses beds; counters shelving
boutique bar shop > shopfitting interiors joinery; booth fair tradeshow tradefair > exhibition stands; wooden shutters sash > joinery windows doors;
floorboards laminate oak planks > parquet flooring; wooden treads steps banister > stairs staircases; crates ispm15 boxes > pallets wooden packaging;
boxes export heavy seaworthy overseas > crates wooden packaging; casks oak whisky > cooperage barrels; loghouse timberframe wooden prefabricated logs
> timber prefab houses; wooden toys lathe carving > turning wood; wood router nesting panel mdf > woodworking cnc; hottub cabins > saunas wooden; urns
caskets burial > coffins funeral; rattan weaving willow handmade > wicker baskets; bottle bark wine > cork stoppers; bristles mops > brushes brooms;
planer edgebander sander joiner > woodworking machinery; sawdust cyclone shavings vacuuming hoods > extraction dust filters; varnish stain furniture >
lacquering wood; mill fibre sawmill kraft woodpulp > pulp paper cellulose; sheets reels notebooks reams > paper stationery; cartons boxes parcels >
corrugated cardboard packaging; folding box paperboard paperboxes > cartons packaging printing; stickers barcodes > labels adhesive printing; toilet
napkins towels wipes > tissue hygiene paper; bags kraft letters > envelopes paper; flyers brochures leaflets posters > printing offset; binding
hardcover binder > bookbinding printing books; pouches laminated gravure sachets > flexo flexible packaging; banners signs vinyl posters > format
printing signage; logo tampon plastic pens > screen printing pad; tubes spools rolls > cardboard cores; stand promotion supermarket shelf > displays
cardboard pos; nappies sanitary wipes pads tampons > hygiene nonwoven diapers; calendars mugs pens giveaways > promotional gifts; cotton wool thread
spun > yarn spinning; loom cloth cotton > weaving woven fabrics; sweaters jersey hosiery pullover beanies > knitting knitwear; compression stocking >
socks hosiery; bleaching fabrics dyed > dyeing textile finishing; stitching tailoring sewn seamstress > sewing garments; dresses tshirts jackets
fashion shirt > clothing apparel garments; overalls hivis vests nurses boilersuit > workwear uniforms protective; bras swimwear bra bikini pyjamas
briefs > lingerie underwear; suit alterations bespoke trousers dress > tailoring; embroidered logo caps polo stitched > embroidery textile; tshirt
sublimation dtg shirts > textile printing; drapes blinds bedlinen bedsheets > curtains textiles home; towels sheets hotel pillowcases > textiles
bedding linen; woven hallway fitted > carpets rugs; geotextile filter > technical textiles nonwovens; marquee tarps canopy > tarpaulins awnings tents;
twine straps > ropes webbing nets; handbags belts wallets hides > leather; hides tanning skins cowhide > tannery leather; boots soles heels sneakers >
footwear shoes; coats pelts mink sheepskin > furs furrier; gloves helmets goggles masks > ppe protective; sails covers boat > sailmaking canvas;
parachute harness airbags straps sewn > technical sewing textiles; grading collection designer > fashion pattern garments; needles overlock stitching
> sewing machines; cartridge bag dust > filters filtration; buttons labels trims > haberdashery zippers ribbons; pennants football mast > flags
banners; feathers pillows quilts > bedding duvets; pcbs gerber layers multilayer > pcb circuit boards; soldering components reflow bom > smt pcb
assembly; assembly wave soldering reflow boards components > ems tht electronics; schematic altium kicad eagle gerber > pcb layout electronics;
circuit board microcontroller prototype schematic > electronics hardware embedded; stm32 esp32 arm avr esp8266 > embedded firmware microcontroller;
verilog xilinx altera fpgas spartan rtl > fpga vhdl; chip wafer ic silicon > semiconductor asic microelectronics; driver kernel uboot raspberry debian
> embedded linux yocto; zephyr freertos mcu bootloader scheduler mcus > embedded rtos firmware; temperature pressure humidity wireless > sensors
electronics; connected zigbee ble lora sensors > iot wireless lorawan; bluetooth ble wifi bt transceiver > rf wireless antenna; radar gps waveguide
transceivers > antennas rf microwave; interference esd emissions ce shielding > emc testing; emi ferrite enclosures interference gasket > emc
shielding; obsolete chips shortage unavailable semiconductors ics leadtime > electronic components distribution; resistors capacitors semiconductors
connectors ics chips > electronic components; plugs crimping terminals socket > connectors cables; crimp looms > harnesses cable wiring; sheathed
fibre cord copper > cables wires; inductors chokes ferrite > coils winding; windings burnt winder > electric motors rewinding; diesel backup
alternator blackout > generators gensets; liion pack cells accumulator recharge > batteries lithium bms; charger supply psu inverter > power
electronics converters; blackout outage uninterruptible datacentre > ups power batteries; vfd motor vfds > drives frequency inverters; touchscreen tft
oled screen > displays touch lcd; keyboard foil buttons > membrane keypads; lamps bulbs brightness ceiling > led lighting luminaires; streetlight
lamps poles dark > lighting street led; lens prisms mirrors > optics lenses; diode beam fibre > laser photonics optics; thermal camera imaging heat
hotspots > infrared thermography; spectrometer raman wavelength absorption spectra > spectroscopy optical; magnification magnify eyepiece > microscopy
microscopes optics; defects scratches barcode > vision camera inspection; modules cells panel roof > photovoltaic solar; breakers substation fuses >
switchgear switchboards; wiring plc eplan panel > control cabinets switchgear; drawings schematics wiring diagrams > eplan electrical engineering; oil
voltage mv > substation energy; encapsulation conformal moisture resin > potting electronics coating; jig faulty functional boards pcbs > testers
electronics ict; weee halogen lead substances declaration > rohs electronics compliance; ignition zone hazardous dust gases > atex explosion; iec61508
redundant sil2 sil3 iec61511 > functional safety sil; iso26262 asil hazard ecu asild > functional automotive safety; counterfeit chips xray
decapsulation fake > electronic components testing; failure board burned circuit dead > electronics repair; speaker amplifier headphones microphone
sound > audio loudspeakers electronics; electricity consumption smart kwh water gas > metering energy; quadcopter aerial propellers > drones uav;
transmitter receiver walkie antenna walkietalkie frequencies repeater > radio communication rf; transponder chip chipcard contactless > rfid tags nfc;
encoders resolvers loadcell torque strain > sensors measurement; fridge washing dishwasher cooker freezer oven > appliances household; vendingmachine
coins snacks coffee drinks > vending machines; eplan wago phoenix terminal rail > automation electrical control; s7 tia 1500 step7 programming > plc
automation siemens; twincat codesys ethercat twincat3 terminals plcs > plc automation beckhoff; allenbradley studio5000 controllogix ab plcs >
rockwell plc automation; wincc monitoring operator visualization wonderware ignition alarms > scada hmi automation; s5 obsolete controller migration
s7 > plc siemens automation; profibus modbus ethercat canopen canbus profisafe > fieldbus automation profinet; mqtt opc protocols telegrams kepware
telemetry > opcua industrial automation; pcs7 deltav chemical refinery > dcs automation control; kuka abb fanuc yaskawa gripper > robotics automation;
ur10 ur5 doosan > cobots collaborative robots; stacking boxes heavy > palletizing robots; suction endeffector cups > grippers robotics; binpicking bin
camera picks castings > vision robotics; driverless forklift transport > agv amr intralogistics; belt rollers transporting > conveyors conveying; bowl
orienting screws vibrating > feeders vibratory automation; station screwing screwdriving rotary > assembly automation machines; bespoke assembly
conveyor prototype > machinery automation engineering; stepper axis positioning axes > servo motion drives; overhead gantry tonnes hook > cranes
hoists lifting; stuck passengers stairs > elevators lifts; pallet truck fork > forklifts handling; cartoner wrapping sealing packing wrapper boxes >
packaging machines; print printer > labelling machines; bottles capping jars > filling dosing machines; batching checkweigher ingredients > weighing
dosing scales; stirring powder blending dough > mixers agitators mixing; pulverizing crush > mills grinding powder; spray fluidised dehydrate moisture
granulate > dryers drying; kiln annealing heating muffle > furnaces ovens industrial; eccentric punching ton > presses hydraulic; shredding crusher
waste pallets bottles > shredders recycling machinery; arburg engel kraussmaffei sumitomo battenfeld clamping > injection moulding machines; press
heidelberg flexo offset inkjet printer > printing machines; loom knitting weaving spinning > textile machinery; loader bulldozer digger backhoe >
construction machinery excavators; steam blades rotor generator compressor > turbines; windturbine blades rotor nacelle windmill gearbox > wind
turbines; weir francis kaplan river dam > hydropower turbines; airflow impeller ducts > fans blowers ventilation; fumes smoke workshop welder >
extraction filtration welding; cyclone collector baghouse explosion dusty filters silo > dust filtration; glycol freezing cooler freezer >
refrigeration chillers cooling; heatpump boiler geothermal > heat pumps; washing oily oil grease > cleaning ultrasonic degreasing; guards fence
lightcurtain emergency > machinery safety ce; risk assessment iso12100 marking hazards guards > ce machinery safety; commissioning robots plc
digitaltwin emulation > simulation digital twin; downtime stoppages cycle shopfloor counters > mes production oee; digitalization shopfloor data
sensors cloud > industry40 iiot mes; serial barcode datamatrix codes > traceability marking mes; scheduling bottleneck capacities delays > planning
production aps; pumps motors breakdown bearings > vibration diagnostics predictive condition; hotspots overheating switchboard fuses > thermography
infrared; unbalance fan shaking > balancing rotors vibration; misaligned coupling motors > alignment shaft laser; breakdowns spares downtime repairs
technicians > maintenance cmms; breakdown stopped broken fault broke > repair maintenance machines; heavy hall cranes lathe press > relocation
machinery dismantling; assembly erection fitters conveyor > installation machinery commissioning; obsolete worn unavailable replacement discontinued >
spare repair; contamination particles wear samples > tribology lubricants oil; leakage compressed ultrasonic air hissing compressor pipes > leak
detection; impeller worn seized leaking > pumps repair; noise worn teeth gears bearings oil > gearbox repair; cylinder leaking rod seals excavator >
hydraulics repair; repair breakdown pressure leaking oil stops > compressors; overload hook hoist lifting > cranes inspection; vessel boiler notified
> pressure inspection; battery mast fork hydraulics > forklifts repair; servo inverter fault alarm > drives repair electronics; greasy grease dirt
production oily soot residue > cleaning industrial dry ice; sludge vacuum residues silo > tank cleaning industrial; pipes lagging steam heat >
insulation scaffolding industrial; rust pitting coating cathodic rusty paint pipelines > corrosion protection; stack cooling tower flue brick cracked
> chimneys industrial; shutdown overhaul refinery outage pipes > maintenance turnaround industrial; drawings solidworks inventor creo catia drafting >
cad design engineering; drawing solidworks step solids catia > cad 3d modelling; drawings redraw paper dwg blueprint > autocad drafting cad; fea
stress crack breaks > fem simulation ansys; airflow turbulence air ventilation aerodynamics > cfd simulation flow; cracks durability fracture breaks >
fatigue fem testing; stackup dimensions fits drawing > tolerance metrology cad; construction bearings housings gears shafts > mechanical engineering
design; ergonomics housing > industrial design prototyping; sensors actuator mechanism motors microcontroller > mechatronics engineering; teamcenter
windchill revisions drawings solidworks versions > plm pdm cad; flow logistics warehouse bottlenecks workstations > factory layout planning;
distillation reactor piping chemical > engineering plant; caesar isometric supports loads > piping engineering stress; instructions booklet operators
translation > technical documentation manuals; notified udi gspr clinical iso14971 > medical devices mdr iso13485; die cad punches > tooling design
moulds; decibels hum noisy silencer > acoustics noise vibration; heat overheating electronics heatsink airflow > thermal simulation cooling; topology
weight carbon aluminium lighter alloys > lightweight composites; dfm cheaper redesign injection > design manufacturing engineering; ppap apqp iatf 8d
> automotive fmea iatf16949; scrap spc capability defects dmaic > sixsigma lean manufacturing; 5s waste smed changeover stoppages > lean kaizen
manufacturing; subcontractor outsource overflow > subcontracting manufacturing contract; boxes screws subassemblies kits > assembly contract
manufacturing; defective complaints > inspection rework; patent invention inventor gadget > prototyping development design; bumper airbags dummies
bodywork collision > crash testing automotive; scales gauges micrometer thermometer calipers > calibration metrology; dimensions coordinate zeiss >
metrology cmm measuring; calipers micrometers plug thread > gauges metrology; xray voids porosity castings pores > tomography ct inspection; hardness
tensile charpy metallography strength elongation > materials testing laboratory; metallurgical fracture broken shaft microstructure > metallography
materials laboratory; spectrometer alloy composition pmi chemical > spectrometry materials analysis; salt spray chamber humidity rust saltspray fog >
corrosion testing climatic; chamber temperature cycling shock vibration > climatic testing environmental; ip67 waterproof dustproof dust water ip65 >
testing ip ingress; electrical lvd iec emc appliances > testing certification laboratory; marking declaration eu notified > ce certification
conformity; csa canada nrtl nfpa etl > certification ul testing; flammability burning reaction en13501 smoke flame > fire testing laboratory; profile
scratches ra > metrology surface; helium airtight leaky bubbles > leak testing; tester functional testbench assembled station electronics > testing
benches automation; daq sensors signals acquisition recording > labview measurement testing; dspace matlab ecu ecus simulation controllers > hil
simulink testing; strain gauge weighing cells bolts > force torque measurement; flowmeter gauge pressure transmitter tank > flow instrumentation
measurement; leak methane co alarm lel > gas detectors; ph conductivity chlorine dissolved water > instrumentation analysers; stack flue dust
monitoring exhaust nox > emissions measurement environmental; salmonella bacteria listeria nutrition > laboratory microbiological food; samples heavy
metals contamination pollution > laboratory soil environmental; legionella bacteria sample drinking > laboratory water microbiology; drop ista falls
pallet > packaging testing transport; en71 lead children chemicals > toys testing safety; oekotex colourfastness abrasion fabric fibres > textile
testing; decibels workplace noisy workers > noise measurement acoustics; alignment shafts hull cranes straightness > laser tracker measurement; geiger
dosimeter radioactive isotopes xray > radiation dosimetry nuclear; reactor uranium decommissioning waste radioactive > nuclear radiation; truck
weighing lorry > weighbridges scales; centrifuge pipettes incubator microscopes > laboratory equipment instruments; gcms column gc lcms purity >
chromatography hplc laboratory; iso10993 sterilization implants cytotoxicity toxicity > biocompatibility medical testing; hip knee titanium screws >
implants orthopaedic medical; crowns dentures bridges prosthesis dentist > dental prosthetics laboratory; prosthesis amputee orthosis insoles >
orthopaedic prosthetics orthotics; scalpels forceps surgeon operating > surgical instruments medical; tubing syringes cannula infusion > medical
disposables catheters; strips kits antigen tests blood > diagnostics ivd; xray mri ultrasound scanner hospital > imaging medical; deaf ear earplugs
hardofhearing > aids; glasses spectacles frames eyesight optician > eyewear lenses optics; rollator walker ramps disabled stairs > wheelchairs
mobility; beds lamps mattress nurses > hospital medical furniture; ventilator anaesthesia defibrillator monitor patient > medical devices equipment;
autoclave ethylene gamma instruments > sterilization; iec60601 patient hospital ecg > medical devices electronics; samd patients app fda diagnosis >
medical software iec62304; bandages plasters burns > wound dressings medical; health pulse ecg sensor heart monitor bracelet > wearable medical
devices; exoskeleton physiotherapy stroke physiotherapists walking > rehabilitation medical equipment; instruments animals medicines vet cows >
veterinary veterinarian; uvc germs viruses air > disinfection uv; animal cells incubators mice pathogens > laboratory biosafety; cars oem automobile
automakers > automotive vehicles; car tier1 bumpers dashboards moulded > automotive components; upholstery car headliner leather fabrics > automotive
interior seats; catalytic muffler turbocharger pipes emission > exhaust automotive; pads discs calipers > brakes automotive; springs shock absorbers
leaf wheel > chassis suspension axles; crankshaft cylinder rebuild overhaul > engines pistons; tipper lorry axle > trailers semitrailers; tipper box
superstructure lorry tipping > bodies truck vehicles; minibus passengers busses citybus > buses coaches; fire engine ambulance firefighters rescue >
vehicles; motorhome van campervan > campers caravans conversion; motorbike scooter moped harley > motorcycles; bike frames pedals > bicycles ebikes;
ev wallbox chargers cars station > electromobility charging; conversion retrofit truck battery ev motors > electromobility vehicles; ecu software ecus
canbus misra > automotive autosar embedded; radar driverless cars cameras lane selfdriving > adas autonomous lidar; obd tuning ecu engine fault scan >
automotive diagnostics; rail locomotive wagons bogie > railway rolling stock; metro rail passengers > railway trams; interlocking rail etcs crossing >
railway signalling; rails sleepers switches ballast > railway tracks; airplane wing en9100 airbus > aerospace aircraft aviation; cubesat rocket orbit
> space satellite; helicopter overhaul easa aeroplanes grounded > aviation mro aircraft; glider ultralight aeroplane propeller microlight > aircraft
aviation; vessel hull keel > shipbuilding shipyard ships; hull sail deck > boats yachts; engine propeller diesels vessel > marine ships; tank armoured
vehicle soldiers > defence military; camouflage nato army soldiers armed troops > defence military; lawnmower chainsaw lawn hedge strimmer > garden
machinery mowers; snowplough snow groomer salt spreader > municipal machinery; sweeper garbage truck rubbish streets > municipal vehicles; cable car
ski lift chairlift gondola > ropeways; rollercoaster carousel roller park ferris funfair > amusement rides; parking bollards > barriers gates; ticket
vending touchscreen > turnstiles kiosks terminals; locusts aphids mites greenhouse beneficial pests > biological crop protection; frost hail nets
hailstorm apples > orchard fruit protection; feedmill pelleting vitamins mineral > feed premixes livestock; manure methane slurry > biogas anaerobic
digestion; pruning stump dangerous branches > arborist tree felling; vertical terraces hedge patio > landscaping garden; gamekeeper deer boar hunter >
hunting game venison; truffle saffron caviar foie > gourmet delicacies; frogs delicacy escargot > snails farming; lemons oranges bananas pineapple
avocados > fruit citrus; prewashed sprouts lettuce washed > salads vegetables fresh; liquid powder pasteurized yolk whites > egg; collagen pectin
thickener gelling jelly > gelatin food ingredients; cigars vapes > tobacco cigarettes; dough pizzeria > bakery frozen pizza; tortilla kebab wraps pita
> bakery food meat; baking powder improver bakers flour > bakery mixes ingredients; freezedried powder coffee fruits > freeze drying lyophilization;
juice shelf pasteurization smoothies > hpp food preservation; compostable cutlery straws bioplastic cups plates > biodegradable packaging; coldroom
frozen pallets chilled freezer storing deepfrozen > refrigerated cold storage; icecubes cubes cocktails drinks bar > ice refrigeration; winepress
barrels cellar destemmer grapes vats > winery equipment wine; corks bottles labels > wine packaging; etching sandblasted printed engraved mirrors >
glass decoration; shower cutting bathroom cabin > glass mirrors glazing; leaded church windows restoration saints chapel > glass stained; chandelier
bohemian vases goblets > glass crystal; chandeliers lampshades ceiling > lighting lamps; letters advert facade > signs neon illuminated; curtainwall
glazed building curtain glass aluminium > facades cladding; conservatory terrace patio frames > aluminium windows doors; sectional motor remote
carport > doors gates garage; roller sunshade sun > blinds shutters shading; boiler thermostat bleed lukewarm > heating; chimney tiled hearth > stoves
fireplaces; bathtubs washbasins taps faucets showers > sanitary bathroom; poolside chlorine liner > pools swimming; polycarbonate glasshouse shading
plastic > greenhouses structures; cabins portakabin site > modular containers; sheds marquee storage event canvas > tents halls; steel barrels
canisters > drums ibc packaging; gas bottles extinguishers gases > cylinders pressure; sprinklers hydrants > fire extinguishers protection; neodymium
ferrite permanent > magnets; magnetic optical metals glass plastics > separators; sifter powders sift > sieves screening; sludge dewatering oil >
centrifuges decanters separation; ultrafiltration desalination seawater permeate brackish > membrane filtration osmosis; crystallizer column solvents
> evaporators distillation; vulcanizing composite curing rubber > autoclaves; glovebox sterile potent > isolators containment pharmaceutical; tablet
press blister capsule > pharmaceutical machinery; corona adhesion gluing wetting plastics > plasma surface treatment; rust oxide paint rusty moulds
stripping > laser cleaning; liquid nitrogen lng tanks gases > cryogenic; magnet helium accelerator detectors > cryogenics superconducting; wafers
etching sputtering cleanroom > semiconductor thin film lithography; chip microstructures channels sensors > mems microfluidics; photolithography
chemical thin foil shims > etching photochemical; nickel shims masters grids nickelplated microparts > electroforming galvanic; hydroforming spun
domes cones bowls > spinning forming; coil strip purlins > roll forming profiles; strip sheet narrow > slitting coil steel; guillotine plates blanks >
shearing cutting sheet; bent warped crooked wavy plates > straightening sheet; clinching sheet > riveting joining; overlay worn wear buckets excavator
crusher > hardfacing cladding welding; locomotive wagons overhaul > railway repair; whistling turbo smoke engine > turbochargers repair; injectors
pump rail engines > diesel injection; automatic slipping car > transmissions gearboxes; intercooler leaking overheating engine > coolers; windshield
cracked chip car > windscreen glass; truck curtain torn tarp lorry > tarpaulins; glands conduits trays duct > cable electrical accessories; fuse
relays contactors breakers > electrical components switchgear; laminated switchgear conductors currents > busbars copper; paste printing printer > smt
soldering stencils; antistatic static electrostatic discharge flooring mats grounding > esd protection; xray reballing chips repair solder balls
motherboard > bga rework electronics; obsolete board copy schematic undocumented > electronics reverse engineering; voice assistant speaker microphone
array > audio electronics; stepper 3d gantry ballscrew > linear guides motion; feeder yamaha placement reflow siplace > smt machines; wirebonding die
chip packaging wires > microelectronics bonding; hybrid ceramic substrate alumina resistors > microelectronics thick film; eink badge wearables tiny >
electronics miniaturization; cockpit pilot flight drivers vr > simulators; teleoperation submersible submarine diving robot > underwater rov; masks
electrodes wire torches welder > welding; vise bench compressor jack vice > workshop equipment tools; wrench screwdriving bolts nm > tightening
torque; chain pulling cables tow > winches hoists; jacking skates machinery > heavy lifting; vacuum lifter ergonomic sacks > manipulators lifting
handling; trucks lorry > loading ramps docks; truck liftgate van tailgate > tail lifts; scissor cherrypicker boom > platforms lifting; strip curtain
forklift rollup > industrial doors; parcel barcode packages courier > conveyors intralogistics; shuttle stacker crane shelves pallets > intralogistics
warehouse automated; pneumatic granules pipes silo flour > conveying bulk powder; silo discharge bags hopper granulate > bulk bigbags handling; screw
auger bucket elevator grain > conveyors bulk; antifreeze deicing brake coolant > glycol fluids chemicals; silicone mounting joints windows > sealants
foams construction; glue laminating veneer gluing > adhesives wood; waterproofing bitumen leaking flat > roofing membranes; intumescent flames fire
steel > fireproof coatings; tattoo ink nail polish lipstick > cosmetics; toothpaste mouthwash deodorant soap shampoo > cosmetics hygiene; distillation
lavender fragrance scent aromatherapy > essential oils; aerosols tubes sachets > filling contract; homeopathy ayurveda tinctures herbs homeopathic
naturopathy > herbal remedies; mosquito rat poison repellent > biocides insecticides; explosimeter dust ignition sparks > atex explosion; xray tubes
pipeline weld > radiography ndt; eddy current magnetic particle penetrant > ndt crack testing; boroscope endoscope pipe turbine > endoscopy
inspection; torque tester gauge springs > force measurement testing; lux brightness luminaire lamp lumen > photometry lighting laboratory; color
colorimeter shades spectrophotometer > colour measurement; rheology density fluid viscous rheometer > viscosity laboratory measurement; distribution
powder granulometry > particle analysis laboratory; fibres dust roof insulation > asbestos laboratory; learning anomaly sensor failures > predictive
industrial analytics; scratches camera defects stains blemishes > vision inspection aoi; welding roboguide kuka fanuc abb > robot programming offline;
krl abb rapid programmer > robot programming kuka; electrician cabinets plc wiring machinery sites > commissioning electrical automation; upgrade pcs
windows xp pc outdated screen > hmi retrofit automation; iec62443 hacked plc hacker plcs scada > ot cybersecurity industrial; rugged fanless pcs
touchscreens embedded > industrial pc panel; modbus mqtt cloud protocols telemetry > iiot gateway edge; peak consumption compressor electricity kwh
boilers > energy iso50001; historian production data plc dashboards > iiot scada mes; andon kanban shopfloor waste 5s > lean production; instructions
pictures stations picklight tablet screwing > assembly worker guidance; sachets pouches repacking powders spices portions sticks > copacking packaging
contract; studs nuts spot bodyshell mesh > resistance welding spotwelding; rusting rusty flaking peeling blistering bridge girders > corrosion
protection blasting coating; squeaking rattling humming overheating motor bearing > vibration diagnostics maintenance; stray underfill flash bubbles
streaks warped > injection moulding; blunt wobbling chatter inserts toolholder collet > cutting tools machining; warped twisted shrunk cracked
distortion > heat treatment annealing; broken snapped sheared shaft bolt fracture > metallography failure materials laboratory; operator injured
crushed fingers guard interlock > machinery safety ce; drones spraying slugs snails voles weeds orchards > crop protection agrochemicals; lame hooves
mastitis abortion calves flock > veterinary livestock; mouldy spoiled souring rancid smell shelf > food microbiology laboratory; unreadable barcode
caps misprint camera > vision inspection; discontinued controller s5 spare relay blown > automation plc retrofit');
